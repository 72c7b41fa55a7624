import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";

/** A service in a process of its own that takes uploads of any size and forgets them. */
export async function startSink(): Promise<{ readonly origin: string; stop(): void }> {
  const child = spawn(process.execPath, [import.meta.filename, "serve"], { stdio: ["ignore", "pipe", "inherit"] });
  const [origin] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { origin, stop: () => child.kill() };
}

function serve(): void {
  const server = createServer((request, response) => {
    let received = 0;
    request.on("data", (chunk: Buffer) => {
      received += chunk.length;
    });
    request.on("end", () => {
      const isAnnouncement = request.method === "POST";
      response.writeHead(isAnnouncement ? 200 : 204, {
        "Content-Type": "application/json",
        "Upload-Offset": String(received),
      });
      response.end(isAnnouncement ? '{"id":1,"upload_href":"/uploads/1"}' : undefined);
    });
  });
  server.listen(0, "127.0.0.1", () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}

if (process.argv[2] === "serve") {
  serve();
}

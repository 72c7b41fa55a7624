import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { request } from "undici";

/** A reference service in a process of its own. */
export interface Service {
  readonly baseUrl: string;
  readonly key: string;
  /** Calls a method of its control (`test/service/control.ts`). */
  control(name: string, argument: object): Promise<void>;
  stop(): void;
}

export async function startService(...options: readonly string[]): Promise<Service> {
  const child = spawn(process.execPath, ["test/service/main.ts", "--port", "0", ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { baseUrl, keys } = JSON.parse(line) as { baseUrl: string; keys: { member: string } };
  return {
    baseUrl,
    key: keys.member,
    stop: () => child.kill(),
    control: async (name, argument) => {
      const address = new URL(`/_control/${name}`, baseUrl);
      const answer = await request(address, { method: "POST", body: JSON.stringify(argument) });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) {
        throw new Error(`The service did not do ${name}: ${text}`);
      }
    },
  };
}

import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setup, suiteSetup, suiteTeardown } from "mocha";
import type { KeyName } from "../../service/dataset/people.ts";
import {
  type ReferenceService,
  type ReferenceServiceOptions,
  startReferenceService,
} from "../../service/referenceService.ts";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body read as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers without describing them first
  readonly json: any;
}

export interface Question {
  /** Whose key to send; the member's when left out, none for `null`. */
  readonly as?: KeyName | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is a string. */
  readonly body?: unknown;
}

/** A client that adds nothing of its own, so that every header of a test is its own. */
export class Client {
  readonly #service: () => ReferenceService;

  constructor(service: () => ReferenceService) {
    this.#service = service;
  }

  get service(): ReferenceService {
    return this.#service();
  }

  get control(): ReferenceService["control"] {
    return this.service.control;
  }

  /** The path is below `/api/v1`, unless it names the host's own pages. */
  ask(method: string, path: string, question: Question = {}): Promise<Reply> {
    const { as = "member", body } = question;
    const isPage = /^\/(plugins|uploads|account|_control|projects\/guinea-pig$|api)/.test(path);
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const headers: Record<string, string> = {
      ...(as === null ? {} : { "X-Auth-AccessKey": this.service.keys[as] }),
      ...(text === undefined ? {} : { "Content-Length": String(Buffer.byteLength(text)) }),
      ...(body !== undefined && typeof body !== "string" ? { "Content-Type": "application/json" } : {}),
      ...question.headers,
    };
    return new Promise((resolve, reject) => {
      const url = `${isPage ? this.service.origin : this.service.baseUrl}${path}`;
      const sent = request(url, { method, headers, agent: new Agent({ keepAlive: false }) }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text: bytes.toString("utf8"),
            get json() {
              return JSON.parse(bytes.toString("utf8"));
            },
          });
        });
      });
      sent.on("error", reject);
      sent.end(text);
    });
  }

  get(path: string, question?: Question): Promise<Reply> {
    return this.ask("GET", path, question);
  }

  put(path: string, body: unknown, question?: Question): Promise<Reply> {
    return this.ask("PUT", path, { ...question, body });
  }

  post(path: string, body: unknown, question?: Question): Promise<Reply> {
    return this.ask("POST", path, { ...question, body });
  }

  /** A PUT of one entry. */
  putEntry(artifactId: number, entry: unknown, question?: Question): Promise<Reply> {
    return this.put(`/artifacts/${artifactId}`, { values: [entry] }, question);
  }

  /** A PUT of an XML document. */
  putXml(artifactId: number, xml: string, question: Question = {}): Promise<Reply> {
    return this.put(`/artifacts/${artifactId}`, xml, {
      ...question,
      headers: { "Content-Type": "application/xml", ...question.headers },
    });
  }
}

/** A service for the suite, as it was at the start before every test. */
export function useService(options: ReferenceServiceOptions = {}): Client {
  let service: ReferenceService | undefined;
  suiteSetup(async () => {
    service = await startReferenceService(options);
  });
  setup(() => {
    service?.control.reset();
    service?.clearRequests();
  });
  suiteTeardown(() => service?.close());
  return new Client(() => {
    if (!service) {
      throw new Error("The service runs only inside the suite");
    }
    return service;
  });
}

/** The text a refusal carries: `[status, message]`. */
export function refusal(reply: Reply): [number, string] {
  return [reply.status, reply.json.error.message];
}

/** The value of one field in an answered artifact. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers without describing them first
export function fieldValue(reply: Reply, fieldId: number): any {
  return reply.json.values.find((value: { field_id: number }) => value.field_id === fieldId);
}

import { type AnswerWithKey, AuthorizedClient } from "../../src/core/service/authorizedClient.ts";
import type { Answer, Request } from "../../src/core/service/request.ts";
import type { UnconnectedService } from "../service/referenceService.ts";

/** A session whose requests `answer` answers: the extension's own client without a network. */
export class UnconnectedClient extends AuthorizedClient {
  readonly #answer: (request: Request) => Answer;

  constructor(answer: (request: Request) => Answer) {
    super({
      connection: { id: "unconnected", url: "http://unconnected.test/api/v1", label: "Unconnected" },
      accessKey: async () => undefined,
      timeoutMs: 1000,
      network: { noProxy: [], strictSsl: true },
      log: () => {},
    });
    this.#answer = answer;
  }

  override async send(request: Request): Promise<AnswerWithKey<Answer>> {
    return { answer: this.#answer(request), key: undefined };
  }
}

/**
 * What `service` answers to a request that bears `key`; `inGap` is between the check of an artifact's PUT and its
 * write.
 */
export function askUnconnected(service: UnconnectedService, key: string, request: Request, inGap?: () => void): Answer {
  const { method, path, headers, body = "" } = request;
  const url = new URL(path, service.origin);
  const sent = { ...lowerCased(headers), "x-auth-accesskey": key };
  const call = { method, path: url.pathname, query: url.searchParams, headers: sent, body: Buffer.from(body) };
  const answer = service.answer(call, inGap);
  return { status: answer.status, headers: lowerCased(answer.headers), body: answer.body };
}

export function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

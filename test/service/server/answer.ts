export const reasonPhrases: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No Content",
  206: "Partial Content",
  301: "Moved Permanently",
  302: "Found",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  409: "Conflict",
  412: "Precondition Failed",
  413: "Request Entity Too Large",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  423: "Locked",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

/** An answer of the API before it becomes JSON or XML. An undefined or null body is an empty one. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * A request that was found to be in order and is not carried out yet: others may come in between
 * (test/service/README.md, Lost updates).
 */
export interface Checked {
  readonly write: () => Answer;
}

export function ok(body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 200, headers, body };
}

/** An answer of the web pages around the API, sent as it is. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function htmlAnswer(status: number, html: string, headers: Readonly<Record<string, string>> = {}): RawAnswer {
  const body = Buffer.from(html);
  return { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers }, body };
}

export function htmlError(status: number): RawAnswer {
  const reason = reasonPhrases[status] ?? "Error";
  return htmlAnswer(
    status,
    `<!DOCTYPE html>\n<html lang="en"><head><title>${reason}</title></head>\n<body class="error-page"><h1>${status}</h1><p>${reason}</p></body></html>\n`,
  );
}

/** The way every refusal of the API leaves: a status with its text, in the two shapes errors have. */
export class RestError extends Error {
  readonly status: number;
  readonly i18n: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  private constructor(
    status: number,
    message: string,
    i18n: string | undefined,
    headers: Readonly<Record<string, string>>,
  ) {
    super(message);
    this.status = status;
    this.i18n = i18n;
    this.headers = headers;
  }

  /** `Bad Request: detail`, or the bare reason phrase. */
  static of(status: number, detail?: string, headers: Readonly<Record<string, string>> = {}): RestError {
    const reason = reasonPhrases[status] ?? "Error";
    return new RestError(status, detail === undefined ? reason : `${reason}: ${detail}`, undefined, headers);
  }

  /** The bare reason phrase as the message and the text for people beside it. */
  static translated(status: number, text: string): RestError {
    return new RestError(status, reasonPhrases[status] ?? "Error", text, {});
  }

  get body(): unknown {
    const error = { code: this.status, message: this.message };
    return { error: this.i18n === undefined ? error : { ...error, i18n_error_message: this.i18n } };
  }
}

export function badRequest(detail: string): RestError {
  return RestError.of(400, detail);
}

import { type Disposable, type LogOutputChannel, window } from "vscode";
import { Observations } from "../../core/diagnosis/observations.ts";
import type { RequestLine } from "../../core/service/serviceClient.ts";
import { logLine } from "../../core/util/plainLabel.ts";

/** Takes lines for the log. */
export interface LogLines {
  /** Logs a request with its outcome. */
  request(connectionId: string, line: RequestLine): void;
  debug(text: string): void;
  info(text: string): void;
  /** Logs what failed, with the messages of the error and its causes. */
  failure(what: string, error: unknown): void;
}

/**
 * Writes the output channel «Artifact Desk»: a line for each request and failure, and never a body, a key or a
 * header.
 */
export class Log implements LogLines, Disposable {
  readonly #channel: LogOutputChannel = window.createOutputChannel("Artifact Desk", { log: true });
  /** Sums up for a report what is written. */
  readonly observations = new Observations();

  /** Logs a request with its outcome: `GET /api/v1/artifacts/512 → 200, 84 ms, 0 B sent, 5120 B received`. */
  request(connectionId: string, line: RequestLine): void {
    this.observations.request(connectionId, line);
    const outcome = [line.status, line.errorKind].filter((part) => part !== undefined).join(" ");
    const text =
      `[${connectionId}] ${line.method} ${line.path} → ${outcome}, ${Math.round(line.durationMs)} ms, ` +
      `${line.sentBytes} B sent, ${line.receivedBytes} B received`;
    const isFailure = line.errorKind !== undefined && line.errorKind !== "cancelled";
    this.#write(line.isBackground ? "trace" : isFailure ? "warn" : "info", text);
  }

  debug(text: string): void {
    this.#write("debug", text);
  }

  info(text: string): void {
    this.#write("info", text);
  }

  failure(what: string, error: unknown): void {
    const text = logLine(`${what}: ${messagesOf(error).join(" ← ")}`);
    this.observations.failure(text, Date.now());
    this.#write("error", text);
    if (error instanceof Error && error.stack) {
      this.#write("debug", error.stack);
    }
  }

  #write(level: "trace" | "debug" | "info" | "warn" | "error", text: string): void {
    this.#channel[level](logLine(text));
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
  }
}

function messagesOf(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error)) {
    return [String(error)];
  }
  const own = error.message === "" ? error.name : error.message;
  return error.cause === undefined || depth > 4 ? [own] : [own, ...messagesOf(error.cause, depth + 1)];
}

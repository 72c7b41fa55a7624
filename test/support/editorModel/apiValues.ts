import type { OpenedText } from "./editorWindow.ts";
import type { TextChange } from "./textFile.ts";

/** An address, in the shape of VS Code's. */
export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;

  constructor({ scheme, authority = "", path = "", query = "", fragment = "" }: UriParts) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
    this.query = query;
    this.fragment = fragment;
  }

  static from(parts: UriParts): Uri {
    return new Uri(parts);
  }

  static parse(text: string): Uri {
    const { scheme = "", authority, path, query } = uriPattern.exec(text)?.groups ?? {};
    return new Uri({ scheme, authority, path, query });
  }

  static file(path: string): Uri {
    return new Uri({ scheme: "file", path });
  }

  static joinPath(uri: Uri, ...names: readonly string[]): Uri {
    return uri.with({ path: [uri.path, ...names].join("/") });
  }

  get fsPath(): string {
    return this.path;
  }

  with(parts: Partial<UriParts>): Uri {
    const { scheme, authority, path, query, fragment } = this;
    return new Uri({ scheme, authority, path, query, fragment, ...parts });
  }

  toString(): string {
    return `${this.scheme}://${this.authority}${this.path}${this.query === "" ? "" : `?${this.query}`}`;
  }
}

interface UriParts {
  readonly scheme: string;
  readonly authority?: string | undefined;
  readonly path?: string | undefined;
  readonly query?: string | undefined;
  readonly fragment?: string | undefined;
}

const uriPattern = /^(?<scheme>[^:]+):\/\/(?<authority>[^/]*)(?<path>[^?]*)\??(?<query>.*)$/;

export class Disposable {
  readonly #dispose: () => unknown;

  constructor(dispose: () => unknown) {
    this.#dispose = dispose;
  }

  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => all.forEach((each) => void each.dispose()));
  }

  dispose(): void {
    this.#dispose();
  }
}

export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(start: Position, end: Position) {
    this.start = start;
    this.end = end;
  }
}

/** An edit of one text. */
export class WorkspaceEdit {
  uri: string | undefined;
  readonly changes: { readonly range: Range; readonly text: string }[] = [];

  get size(): number {
    return this.changes.length;
  }

  replace(uri: Uri, range: Range, text: string): void {
    this.uri = uri.toString();
    this.changes.push({ range, text });
  }
}

export class TabInputText {
  readonly uri: Uri;

  constructor(uri: Uri) {
    this.uri = uri;
  }
}

export class TabInputTextDiff {}
export class TabInputCustom {}

export class FileSystemError extends Error {
  readonly code: string;

  constructor(message: string | Uri, code: string) {
    super(String(message));
    this.code = code;
  }

  static readonly FileNotFound = (message: string | Uri) => new FileSystemError(message, "FileNotFound");
  static readonly NoPermissions = (message: string | Uri) => new FileSystemError(message, "NoPermissions");
  static readonly Unavailable = (message: string | Uri) => new FileSystemError(message, "Unavailable");
}

export class CancellationError extends Error {}

export const TextDocumentChangeReason = { Undo: 1, Redo: 2 } as const;
export const TextDocumentSaveReason = { Manual: 1, AfterDelay: 2, FocusOut: 3 } as const;
export const EndOfLine = { LF: 1, CRLF: 2 } as const;
export const FileType = { Unknown: 0, File: 1, Directory: 2 } as const;
export const FileChangeType = { Changed: 1, Created: 2, Deleted: 3 } as const;
export const FilePermission = { Readonly: 1 } as const;
export const ViewColumn = { Active: -1 } as const;

/** A text as an extension sees it: VS Code tells it of each change a little later. Lines end with LF alone. */
export class HostDocument {
  readonly uri: Uri;
  readonly eol = EndOfLine.LF;
  readonly languageId = "artifact";
  version: number;
  isDirty: boolean;
  isClosed = false;
  #text: string;
  readonly #save: (uri: string) => Promise<boolean>;

  constructor({ uri, text, version, isDirty }: OpenedText, save: (uri: string) => Promise<boolean>) {
    this.uri = Uri.parse(uri);
    this.version = version;
    this.isDirty = isDirty;
    this.#text = text;
    this.#save = save;
  }

  getText(): string {
    return this.#text;
  }

  change({ offset, length, text }: TextChange, version: number): void {
    this.#text = this.#text.slice(0, offset) + text + this.#text.slice(offset + length);
    this.version = version;
  }

  positionAt(offset: number): Position {
    const lines = this.#text.slice(0, offset).split("\n");
    return new Position(lines.length - 1, lines.at(-1)?.length ?? 0);
  }

  offsetAt({ line, character }: Position): number {
    const before = this.#text.split("\n").slice(0, line);
    return before.reduce((sum, each) => sum + each.length + 1, character);
  }

  save(): Promise<boolean> {
    return this.#save(this.uri.toString());
  }
}

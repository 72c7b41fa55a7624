import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setup, teardown } from "mocha";
import * as vscode from "vscode";

/** Gives each test of the suite it is called in an empty folder, which is removed after it. */
export function useFolder(): () => string {
  let folder = "";
  setup(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "artifact-desk-"));
  });
  teardown(() => rm(folder, { recursive: true }));
  return () => folder;
}

/** A file system in memory. `claimed` are sizes that it tells of files it does not have. */
export class MemoryFiles implements vscode.FileSystemProvider {
  readonly contents = new Map<string, Uint8Array>();
  readonly claimed = new Map<string, number>();
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    if (uri.path === "/") {
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    const size = this.claimed.get(uri.path) ?? this.readFile(uri).length;
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const content = this.contents.get(uri.path);
    if (!content) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return content;
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    this.contents.set(uri.path, content);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {}

  delete(uri: vscode.Uri): void {
    this.contents.delete(uri.path);
  }

  rename(): void {}
}

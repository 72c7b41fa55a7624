import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/** Files that are there and cannot be read, as while a scanner of viruses holds them or too many are open. */
export interface UnreadableFiles {
  /** They can be read again. */
  end(): void;
}

/** Lets no file be read that `isMeant`. */
export function refuseReading(isMeant: (file: string) => boolean): UnreadableFiles {
  const { readFile } = files;
  const refuse = async (...args: Parameters<typeof readFile>) => {
    const [file] = args;
    if (typeof file === "string" && isMeant(file)) {
      throw Object.assign(new Error("EMFILE: too many open files, open"), { code: "EMFILE" });
    }
    return await readFile(...args);
  };
  files.readFile = refuse as typeof readFile;
  syncBuiltinESMExports();
  return {
    end: () => {
      files.readFile = readFile;
      syncBuiltinESMExports();
    },
  };
}

/** Lets no file be removed that `isMeant`, as while a scanner of viruses holds it. */
export function refuseRemoving(isMeant: (file: string) => boolean): UnreadableFiles {
  const { rm } = files;
  files.rm = async (...args) => {
    const [file] = args;
    if (typeof file === "string" && isMeant(file)) {
      throw Object.assign(new Error("EPERM: operation not permitted, unlink"), { code: "EPERM" });
    }
    await rm(...args);
  };
  syncBuiltinESMExports();
  return {
    end: () => {
      files.rm = rm;
      syncBuiltinESMExports();
    },
  };
}

/** Lets no file be opened for writing that `isMeant`, as while too many are open: what is there stays. */
export function refuseWriting(isMeant: (file: string) => boolean): UnreadableFiles {
  const { writeFile } = files;
  files.writeFile = async (...args) => {
    const [file] = args;
    if (typeof file === "string" && isMeant(file)) {
      throw Object.assign(new Error("EMFILE: too many open files, open"), { code: "EMFILE", syscall: "open" });
    }
    await writeFile(...args);
  };
  syncBuiltinESMExports();
  return {
    end: () => {
      files.writeFile = writeFile;
      syncBuiltinESMExports();
    },
  };
}

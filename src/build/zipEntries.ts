import { crc32, inflateRawSync } from "node:zlib";

/** A file of a ZIP archive. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
  /** The time of its last change and its permissions, in the notation of the format. */
  readonly attributes: { readonly time: number; readonly date: number; readonly external: number };
}

const endSignature = 0x06054b50;
const centralSignature = 0x02014b50;
const localSignature = 0x04034b50;
const [endBytes, centralBytes, localBytes] = [22, 46, 30];
const deflated = 8;
/** This flag says that names are UTF-8. */
const flags = 0x0800;
/** These say version 2.0 of the format, made on Unix, so that permissions are told. */
const [madeBy, needs] = [0x0314, 20];

/**
 * Reads the files of an archive without encryption, comment and 64-bit sizes, such as `vsce` makes.
 * @throws {Error} where it is no such archive
 */
export function readZip(archive: Buffer): readonly ZipEntry[] {
  const end = archive.length - endBytes;
  if (end < 0 || archive.readUInt32LE(end) !== endSignature) {
    throw new Error("This is no ZIP archive, or one with a comment");
  }
  const entries: ZipEntry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place));
    const nameAt = at + centralBytes;
    const name = archive.toString("utf8", nameAt, nameAt + (nameBytes ?? 0));
    entries.push({ name, content: contentAt(archive, at, name), attributes: attributesAt(archive, at) });
    at = nameAt + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0);
  }
  return entries;
}

function attributesAt(archive: Buffer, central: number): ZipEntry["attributes"] {
  return {
    time: archive.readUInt16LE(central + 12),
    date: archive.readUInt16LE(central + 14),
    external: archive.readUInt32LE(central + 38),
  };
}

function contentAt(archive: Buffer, central: number, name: string): Buffer {
  const local = archive.readUInt32LE(central + 42);
  const start = local + localBytes + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const stored = archive.subarray(start, start + archive.readUInt32LE(central + 20));
  const content = archive.readUInt16LE(central + 10) === deflated ? inflateRawSync(stored) : stored;
  if (crc32(content) !== archive.readUInt32LE(central + 16)) {
    throw new Error(`${name} of the archive is damaged`);
  }
  return content;
}

/** Makes an archive of `entries`, each compressed by `deflate`, or as it is where that is no longer. */
export async function writeZip(
  entries: readonly ZipEntry[],
  deflate: (content: Buffer) => Promise<Uint8Array>,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const pressed = await deflate(entry.content);
    const isPressed = pressed.length < entry.content.length;
    const stored = isPressed ? pressed : entry.content;
    const common = commonHeader(entry, isPressed, stored.length);
    const name = Buffer.from(entry.name);
    const local = Buffer.alloc(4);
    local.writeUInt32LE(localSignature);
    parts.push(local, common, name, stored);
    directory.push(centralHeader(common, entry, at), name);
    at += localBytes + name.length + stored.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(endBytes);
  end.writeUInt32LE(endSignature);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, central, end]);
}

/** Gives the part that the header before the file and the one in the directory have in common. */
function commonHeader({ name, content, attributes }: ZipEntry, isPressed: boolean, storedBytes: number): Buffer {
  const header = Buffer.alloc(localBytes - 4);
  header.writeUInt16LE(needs);
  header.writeUInt16LE(flags, 2);
  header.writeUInt16LE(isPressed ? deflated : 0, 4);
  header.writeUInt16LE(attributes.time, 6);
  header.writeUInt16LE(attributes.date, 8);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(storedBytes, 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt16LE(Buffer.byteLength(name), 22);
  return header;
}

function centralHeader(common: Buffer, { attributes }: ZipEntry, localAt: number): Buffer {
  const header = Buffer.alloc(centralBytes);
  header.writeUInt32LE(centralSignature);
  header.writeUInt16LE(madeBy, 4);
  common.copy(header, 6);
  header.writeUInt32LE(attributes.external, 38);
  header.writeUInt32LE(localAt, 42);
  return header;
}

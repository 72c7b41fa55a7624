/**
 * Tells how many pixels a PNG, GIF, WebP, JPEG or BMP picture has, by what its beginning says: infinitely many where
 * that cannot be read. It is undefined for everything else. A few bytes can stand for more pixels than there is memory
 * for.
 */
export function pixelsOf(bytes: Uint8Array): number | undefined {
  const read = untilItsEnd(bytes, readerOf);
  if (!read) {
    return undefined;
  }
  const [width, height] = untilItsEnd(bytes, read) ?? [0, 0];
  return width > 0 && height > 0 ? width * height : Number.POSITIVE_INFINITY;
}

/** Tells how many pictures a PNG, GIF or WebP shows one after another, at least one: browsers keep each of them. */
export function framesOf(bytes: Uint8Array): number {
  let frames = 0;
  untilItsEnd(bytes, (view) => {
    for (const isFrame of partsIn(view)) {
      frames += isFrame ? 1 : 0;
    }
  });
  return Math.max(1, frames);
}

/** Gives what `read` makes of a picture; undefined where the picture ends before. */
function untilItsEnd<T>(bytes: Uint8Array, read: (view: DataView) => T): T | undefined {
  try {
    return read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}

/** Tells for each part whether it is one of several pictures. It throws a RangeError where the bytes end. */
function* partsIn(view: DataView): Generator<boolean> {
  switch (view.getUint32(0)) {
    case 0x89504e47:
      for (let at = 8; ; at += 12 + view.getUint32(at)) {
        yield view.getUint32(at + 4) === 0x6663544c; // fcTL
      }
    case 0x52494646:
      for (let at = 12; ; at += 8 + 2 * Math.ceil(view.getUint32(at + 4, true) / 2)) {
        yield view.getUint32(at) === 0x414e4d46; // ANMF
      }
    case 0x47494638:
      for (let at = behindTable(view, 10, 13); ; ) {
        at = behindExtensions(view, at);
        if (view.getUint8(at) !== 0x2c) {
          return;
        }
        yield true;
        at = behindPieces(view, 1 + behindTable(view, at + 9, at + 10));
      }
    default:
  }
}

type Size = readonly [width: number, height: number];

/**
 * Gives the function that reads the size of a picture. The first four bytes tell the format (PNG 11.2.2, GIF 89a 18
 * and 20, RFC 9649 2.4, ITU T.81 B.2.2, BITMAPFILEHEADER).
 */
function readerOf(view: DataView): ((view: DataView) => Size | undefined) | undefined {
  const start = view.getUint32(0);
  switch (start) {
    case 0x89504e47:
      return sizeOfPng;
    case 0x47494638:
      return sizeOfGif;
    case 0x52494646:
      return sizeOfWebp;
    default:
      return start >>> 8 === 0xffd8ff ? sizeOfJpeg : start >>> 16 === 0x424d ? sizeOfBmp : undefined;
  }
}

/** Reads the size where the head comes first. Some browsers pass over parts before it, so no size is known then. */
function sizeOfPng(view: DataView): Size | undefined {
  return view.getUint32(12) === 0x49484452 ? [view.getUint32(16), view.getUint32(20)] : undefined;
}

/**
 * Reads the size. The oldest form has a head of twelve bytes; in others a height below zero means the first row first.
 */
function sizeOfBmp(view: DataView): Size {
  return view.getUint32(14, true) === 12
    ? [view.getUint16(18, true), view.getUint16(20, true)]
    : [view.getInt32(18, true), Math.abs(view.getInt32(22, true))];
}

/** Reads the size: browsers enlarge the screen that a GIF tells for a first picture that does not fit into it. */
function sizeOfGif(view: DataView): Size | undefined {
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  const at = behindExtensions(view, behindTable(view, 10, 13));
  if (view.getUint8(at) !== 0x2c) {
    return undefined;
  }
  const right = view.getUint16(at + 1, true) + view.getUint16(at + 5, true);
  const bottom = view.getUint16(at + 3, true) + view.getUint16(at + 7, true);
  return [Math.max(width, right), Math.max(height, bottom)];
}

/**
 * Gives the place behind a table of colours, which may stand at `at`. The byte at `flags` tells whether it does, and
 * how long it is.
 */
function behindTable(view: DataView, flags: number, at: number): number {
  const told = view.getUint8(flags);
  return at + (told & 0x80 ? 3 * 2 ** ((told & 7) + 1) : 0);
}

function behindExtensions(view: DataView, from: number): number {
  let at = from;
  while (view.getUint8(at) === 0x21) {
    at = behindPieces(view, at + 2);
  }
  return at;
}

/** Gives the place behind pieces of data: each begins with its length, and the last one is empty. */
function behindPieces(view: DataView, from: number): number {
  let at = from;
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) {
    at += 1 + length;
  }
  return at + 1;
}

function sizeOfWebp(view: DataView): Size | undefined {
  switch (view.getUint32(12)) {
    case 0x56503858: // VP8X
      return [1 + (view.getUint32(23, true) >>> 8), 1 + (view.getUint32(26, true) >>> 8)];
    case 0x5650384c: {
      // VP8L
      const bits = view.getUint32(21, true);
      return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)];
    }
    case 0x56503820: // VP8
      return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
    default:
      return undefined;
  }
}

/** Reads the size that the frame tells. Other parts stand before it, each with its length. */
function sizeOfJpeg(view: DataView): Size | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1; // A marker may have more than one of these before it.
    } else if (isFrame(marker)) {
      return [view.getUint16(at + 7), view.getUint16(at + 5)];
    } else if (hasLength(marker)) {
      at += 2 + view.getUint16(at + 2);
    } else {
      return undefined;
    }
  }
  return undefined;
}

/** Tells whether a part has a length: tables, comments and what programs add. Behind others decoders read on. */
function hasLength(marker: number): boolean {
  return marker === 0xc4 || marker === 0xcc || (marker >= 0xda && marker <= 0xef) || marker === 0xfe;
}

/** Tells whether a marker begins a frame. Between the markers of frames are those of other tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

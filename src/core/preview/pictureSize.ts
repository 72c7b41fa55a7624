/**
 * Tells how many pixels a PNG, GIF, WebP or JPEG picture has, by what its beginning says; undefined where that cannot
 * be read. A few bytes can stand for more of them than there is memory.
 */
export function pixelsOf(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const [width, height] = sizeIn(view) ?? [0, 0];
    return width > 0 && height > 0 ? width * height : undefined;
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined; // It ends before it says so.
    }
    throw error;
  }
}

type Size = readonly [width: number, height: number];

// By the first four bytes of each format (PNG 11.2.2, GIF 89a 18 and 20, RFC 9649 2.4, ITU T.81 B.2.2).
function sizeIn(view: DataView): Size | undefined {
  const start = view.getUint32(0);
  switch (start) {
    case 0x89504e47:
      // Some browsers take no notice of a part before it that is none of PNG.
      return view.getUint32(12) === 0x49484452 ? [view.getUint32(16), view.getUint32(20)] : undefined;
    case 0x47494638:
      return sizeOfGif(view);
    case 0x52494646:
      return sizeOfWebp(view);
    default:
      return start >>> 8 === 0xffd8ff ? sizeOfJpeg(view) : undefined;
  }
}

/** Browsers enlarge the screen that a GIF tells for a first picture that does not fit into it. */
function sizeOfGif(view: DataView): Size | undefined {
  const [width, height, flags] = [view.getUint16(6, true), view.getUint16(8, true), view.getUint8(10)];
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (view.getUint8(at) === 0x21) {
    at += 2; // An extension: pieces, each with its length, up to an empty one.
    for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) {
      at += 1 + length;
    }
    at += 1;
  }
  if (view.getUint8(at) !== 0x2c) {
    return undefined;
  }
  const right = view.getUint16(at + 1, true) + view.getUint16(at + 5, true);
  const bottom = view.getUint16(at + 3, true) + view.getUint16(at + 7, true);
  return [Math.max(width, right), Math.max(height, bottom)];
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

/** The size that the frame tells, before which other parts stand, each with its length. */
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

/** Tables, what programs add, and comments: behind any other marker decoders read on at once. */
function hasLength(marker: number): boolean {
  return marker === 0xc4 || marker === 0xcc || (marker >= 0xda && marker <= 0xef) || marker === 0xfe;
}

/** Between them are tables of other kinds. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** The beginning of a PNG picture, which tells how large that is. */
export function pngOf(width: number, height: number): Uint8Array {
  return new Uint8Array([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
    ...[width, height].flatMap((length) => [0, 0, length >> 8, length & 0xff]),
  ]);
}

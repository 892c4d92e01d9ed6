/*
 * What a TIFF file tells of itself stands where its header says, often at its end.
 */

const mostBytes = 400e6;
const tailBytes = 128 * 1024;

/** Where more has to be read of a file that begins with `head` and has so many bytes; undefined: nowhere. */
export function tailOf(head: ArrayBuffer, size: number): { readonly start: number; readonly end: number } | undefined {
  if (head.byteLength < 8) return undefined;
  const view = new DataView(head);
  const [order, isLittle] = [view.getUint16(0), view.getUint16(0) === 0x4949];
  if ((order !== 0x4949 && order !== 0x4d4d) || view.getUint16(2, isLittle) !== 42) return undefined;
  const start = view.getUint32(4, isLittle);
  if (start < head.byteLength || start >= size || size > mostBytes) return undefined;
  return { start, end: Math.min(size, start + tailBytes) };
}

/** The file as far as it was read, with nothing between: zeros that no memory is taken for. */
export function withTail(head: ArrayBuffer, tail: ArrayBuffer, start: number): ArrayBuffer {
  const whole = new Uint8Array(start + tail.byteLength);
  whole.set(new Uint8Array(head));
  whole.set(new Uint8Array(tail), start);
  return whole.buffer;
}

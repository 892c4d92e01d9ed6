/**
 * Gives a chunk's memory back at once, where the chunk is all of it. For chunks of a socket or file that were used up
 * and that nobody else has: left to the garbage collector they would pile up to some hundred MiB under many uploads.
 */
export function release(chunk: Uint8Array): void {
  const { buffer, byteLength } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

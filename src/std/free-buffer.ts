/**
 * Gives a chunk's memory back at once, where the chunk is all of it. For large ones that were used up and that nobody else has,
 * of sockets, files or pictures: left to the garbage collector they would pile up to some hundred MiB.
 */
export function freeBuffer(chunk: Uint8Array): void {
  const { buffer, byteLength } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** The bytes of a stream; undefined where there are more than `most`: then it is left in the middle. */
export async function bytesWithin(chunks: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | undefined> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > most) return undefined;
    kept.push(chunk);
  }
  return Buffer.concat(kept, size);
}

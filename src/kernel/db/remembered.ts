/** A row counts as one, and a long text or bytes in it as one more for each of these. */
const bytesOfOne = 1024;

/** What a result counts in a memory of reads. */
export function sizeOf(result: unknown): number {
  if (Array.isArray(result)) return result.reduce((sum: number, row) => sum + sizeOf(row), 1);
  let size = 1;
  for (const value of Object.values(result ?? {})) {
    if (typeof value === 'string') size += Math.floor(value.length / bytesOfOne);
    else if (value instanceof Uint8Array) size += Math.floor(value.length / bytesOfOne);
  }
  return size;
}

/** Results that several have must not be changed by one of them. */
export function frozen<R>(result: R): R {
  if (!Array.isArray(result)) return Object.freeze(result);
  for (const row of result) Object.freeze(row);
  return Object.freeze(result);
}

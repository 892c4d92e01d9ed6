/** The polynomial of Castagnoli, reflected. */
const polynomial = 0x82f63b78;

const tables = ((): readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array] => {
  const table = () => new Uint32Array(256);
  const [first, second, third, fourth] = [table(), table(), table(), table()];
  for (let n = 0; n < 256; n++) {
    let value = n;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    first[n] = value;
  }
  const next = (value: number) => ((first[value & 255] ?? 0) ^ (value >>> 8)) >>> 0;
  for (let n = 0; n < 256; n++) {
    second[n] = next(first[n] ?? 0);
    third[n] = next(second[n] ?? 0);
    fourth[n] = next(third[n] ?? 0);
  }
  return [first, second, third, fourth];
})();

/** CRC-32C of a range of bytes whose length is a multiple of 4. */
export function crc32c(bytes: Uint8Array, start: number, end: number): number {
  const [a, b, c, d] = tables;
  let sum = 0xffffffff;
  for (let at = start; at < end; at += 4) {
    sum ^= (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
    sum = (d[sum & 255] ?? 0) ^ (c[(sum >>> 8) & 255] ?? 0) ^ (b[(sum >>> 16) & 255] ?? 0) ^ (a[sum >>> 24] ?? 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

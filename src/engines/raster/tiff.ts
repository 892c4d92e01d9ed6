/** A tag of a TIFF file: whole numbers of 16 or 32 bits, places in the file, doubles, or text. */
export interface TiffTag {
  readonly id: number;
  readonly type: 'short' | 'long' | 'place' | 'double' | 'text';
  readonly values: readonly number[] | string;
}

const codes = { short: 3, long: 4, double: 12, text: 2 } as const;
const sizes = { short: 2, long: 4, double: 8, text: 1 } as const;
const placeCodes = { small: { code: 4, size: 4 }, big: { code: 16, size: 8 } } as const;

/**
 * Directories of a TIFF file, one after the other from its beginning, with all values of their tags; `big`: for files
 * above 4 GiB. Its length depends on how many values there are, and not on what they are.
 */
export function tiffHead(directories: readonly (readonly TiffTag[])[], big: boolean): Buffer {
  const parts: Buffer[] = [headOf(big)];
  let at = parts[0]?.length ?? 0;
  for (const [n, tags] of directories.entries()) {
    const part = directoryAt(tags, at, big, n === directories.length - 1);
    parts.push(part);
    at += part.length;
  }
  return Buffer.concat(parts);
}

function headOf(big: boolean): Buffer {
  const head = Buffer.alloc(big ? 16 : 8);
  head.write('II');
  head.writeUInt16LE(big ? 43 : 42, 2);
  if (!big) head.writeUInt32LE(8, 4);
  else {
    head.writeUInt16LE(8, 4);
    head.writeBigUInt64LE(16n, 8);
  }
  return head;
}

function directoryAt(tags: readonly TiffTag[], start: number, big: boolean, isLast: boolean): Buffer {
  const [countSize, entrySize, inlineSize] = big ? [8, 20, 8] : [2, 12, 4];
  const sorted = tags.toSorted((a, b) => a.id - b.id);
  const directory = Buffer.alloc(countSize + entrySize * sorted.length + inlineSize);
  const writeWord = (value: number, at: number) =>
    big ? directory.writeBigUInt64LE(BigInt(value), at) : directory.writeUInt32LE(value, at);
  if (big) writeWord(sorted.length, 0);
  else directory.writeUInt16LE(sorted.length, 0);
  const values: Buffer[] = [];
  let end = start + directory.length;
  for (const [n, tag] of sorted.entries()) {
    const at = countSize + entrySize * n;
    const bytes = bytesOf(tag, big);
    directory.writeUInt16LE(tag.id, at);
    directory.writeUInt16LE(tag.type === 'place' ? placeCodes[big ? 'big' : 'small'].code : codes[tag.type], at + 2);
    writeWord(tag.type === 'text' ? bytes.length : tag.values.length, at + 4);
    const place = at + 4 + inlineSize;
    if (bytes.length <= inlineSize) bytes.copy(directory, place);
    else {
      writeWord(end, place);
      const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 7)]);
      values.push(padded);
      end += padded.length;
    }
  }
  const gap = Buffer.alloc(-end & 7);
  writeWord(isLast ? 0 : end + gap.length, directory.length - inlineSize);
  return Buffer.concat([directory, ...values, gap]);
}

function bytesOf({ type, values }: TiffTag, big: boolean): Buffer {
  if (typeof values === 'string') return Buffer.from(`${values.replaceAll('\0', '')}\0`, 'latin1');
  const size = type === 'place' ? placeCodes[big ? 'big' : 'small'].size : sizes[type];
  const bytes = Buffer.alloc(size * values.length);
  for (const [n, value] of values.entries()) {
    if (type === 'double') bytes.writeDoubleLE(value, 8 * n);
    else if (size === 8) bytes.writeBigUInt64LE(BigInt(value), 8 * n);
    else if (size === 4) bytes.writeUInt32LE(value, 4 * n);
    else bytes.writeUInt16LE(value, 2 * n);
  }
  return bytes;
}

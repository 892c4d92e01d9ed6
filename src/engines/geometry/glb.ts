/** The frame of a binary glTF file: header, JSON chunk, binary chunk; lengths in multiples of 4. */
const magic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const binChunk = 0x004e4942;

export const padded = (length: number): number => (length + 3) & ~3;

/** All that stands before the binary data: file header, JSON chunk and header of the binary chunk. */
export function glbHead(json: object, binLength: number): Buffer {
  const text = Buffer.from(JSON.stringify(json));
  const jsonLength = padded(text.length);
  const binPart = binLength === 0 ? 0 : 8 + padded(binLength);
  const head = Buffer.alloc(20 + jsonLength + (binLength === 0 ? 0 : 8), 0x20);
  head.writeUInt32LE(magic, 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + jsonLength + binPart, 8);
  head.writeUInt32LE(jsonLength, 12);
  head.writeUInt32LE(jsonChunk, 16);
  text.copy(head, 20);
  if (binLength > 0) {
    head.writeUInt32LE(padded(binLength), 20 + jsonLength);
    head.writeUInt32LE(binChunk, 24 + jsonLength);
  }
  return head;
}

/** Where JSON and binary data are, from the first 20 bytes of the file; undefined when it is no GLB. */
export function glbPlaces(head: Buffer): { readonly jsonLength: number; readonly binOffset: number } | undefined {
  if (head.length < 20 || head.readUInt32LE(0) !== magic || head.readUInt32LE(16) !== jsonChunk) return undefined;
  const jsonLength = head.readUInt32LE(12);
  return { jsonLength, binOffset: 28 + jsonLength };
}

/** The binary chunk as it grows. */
export interface BinaryChunk {
  /** Appends bytes at a multiple of `alignment`, a power of 2; answers where. */
  add(bytes: Uint8Array, alignment: number): number;
  size(): number;
  /** All of it, padded for a file. */
  all(): Buffer;
}

export function binaryChunk(): BinaryChunk {
  const parts: Uint8Array[] = [];
  let size = 0;
  const align = (alignment: number) => {
    const gap = -size & (alignment - 1);
    if (gap > 0) parts.push(new Uint8Array(gap));
    size += gap;
  };
  return {
    add(bytes: Uint8Array, alignment: number): number {
      align(alignment);
      const offset = size;
      parts.push(bytes);
      size += bytes.length;
      return offset;
    },
    size: () => size,
    all(): Buffer {
      align(4);
      return Buffer.concat(parts);
    },
  };
}

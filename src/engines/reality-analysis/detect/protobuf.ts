/** Walks the wire format of protocol buffers: what is asked for, and nothing else, is looked at. */
export interface Field {
  readonly number: number;
  /** Of a variable-length or fixed number. */
  readonly value: number;
  /** Of a length-delimited field: a part of the bytes that were given. */
  readonly bytes: Uint8Array;
}

const none = new Uint8Array(0);

export class BrokenMessage extends Error {}

/** The fields of a message, in their order. Throws a `BrokenMessage` where the bytes are none. */
export function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    let factor = 1;
    for (let n = 0; n < 10; n++) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      value += (byte & 127) * factor;
      factor *= 128;
      if (byte < 128) return value;
    }
    throw new BrokenMessage('A number does not end.');
  };
  const skip = (count: number): Uint8Array => {
    if (at + count > bytes.length) throw new BrokenMessage('A field is longer than what holds it.');
    at += count;
    return bytes.subarray(at - count, at);
  };
  while (at < bytes.length) {
    const key = varint();
    const number = Math.floor(key / 8);
    switch (key % 8) {
      case 0:
        yield { number, value: varint(), bytes: none };
        break;
      case 1:
        yield { number, value: 0, bytes: skip(8) };
        break;
      case 2:
        yield { number, value: 0, bytes: skip(varint()) };
        break;
      case 5:
        yield { number, value: 0, bytes: skip(4) };
        break;
      default:
        throw new BrokenMessage('A field is of no known kind.');
    }
  }
}

export const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');

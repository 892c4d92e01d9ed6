const utf8 = new TextDecoder('utf-8', { fatal: true });
const latin1 = new TextDecoder('latin1');

/** The text between the quotes of a STEP string: quotes, `\X\`, `\X2\`, `\X4\`, `\S\`, and raw bytes that some programs write. */
export function decodeText(bytes: Uint8Array, from: number, to: number): string {
  let plain = true;
  for (let at = from; at < to && plain; at++) {
    const byte = bytes[at] ?? 0;
    plain = byte < 128 && byte !== 0x5c && byte !== 0x27;
  }
  if (plain) return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
  // a copy: decoders take no shared memory
  return unescaped(textOf(bytes.slice(from, to)).replaceAll("''", "'"));
}

function textOf(raw: Uint8Array): string {
  try {
    return utf8.decode(raw);
  } catch {
    return latin1.decode(raw);
  }
}

const escapes =
  /\\X2\\((?:[0-9A-F]{4})*)\\X0\\|\\X4\\((?:[0-9A-F]{8})*)\\X0\\|\\X\\([0-9A-F]{2})|\\S\\(.)|\\P[A-I]\\|\\\\/gi;

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(escapes, (whole, x2?: string, x4?: string, x?: string, s?: string) => {
    if (x2 !== undefined) return units(x2, 4, String.fromCharCode);
    if (x4 !== undefined) return units(x4, 8, (code) => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'));
    if (x !== undefined) return String.fromCharCode(Number.parseInt(x, 16));
    if (s !== undefined) return String.fromCharCode(s.charCodeAt(0) + 128);
    return whole === '\\\\' ? '\\' : '';
  });
}

const units = (hex: string, width: number, of: (code: number) => string): string =>
  Array.from({ length: hex.length / width }, (_, n) =>
    of(Number.parseInt(hex.slice(n * width, (n + 1) * width), 16)),
  ).join('');

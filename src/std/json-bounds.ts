/**
 * Bounds on JSON that are looked at while it arrives, a chunk at a time, so that parsing what is within them takes
 * neither long nor much memory, however small its values are.
 */
export interface JsonBounds {
  /** Looks at the next bytes; once a bound is passed the answer stays the same. */
  take(chunk: Uint8Array): JsonExcess | undefined;
}

/** `deep`: more levels than are allowed; `many`: more signs. */
export type JsonExcess = 'deep' | 'many';

/** Levels of lists and objects. */
const deepest = 32;
/**
 * The most signs outside of texts, counting commas, colons and opening brackets: two for a member of an object, one for a
 * plain item of a list. Parsing so many takes about a tenth of a second.
 */
export const mostSigns = 300_000;

/** The console checks by this module, too: no Buffer here. */
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const [quote, comma, colon, listBegin, backslash, listEnd, objectBegin, objectEnd] = bytesOf('",:[\\]{}');

export function jsonBounds({ levels = deepest, most = mostSigns } = {}): JsonBounds {
  let inText = false;
  let isEscaped = false;
  let depth = 0;
  let signs = 0;
  let excess: JsonExcess | undefined;

  function inside(byte: number): void {
    if (isEscaped) isEscaped = false;
    else if (byte === backslash) isEscaped = true;
    else if (byte === quote) inText = false;
  }

  function outside(byte: number): void {
    if (byte === quote) inText = true;
    else if (byte === comma || byte === colon) signs++;
    else if (byte === listBegin || byte === objectBegin) {
      signs++;
      depth++;
    } else if (byte === listEnd || byte === objectEnd) depth--;
    if (depth > levels) excess = 'deep';
    else if (signs > most) excess = 'many';
  }

  return {
    take(chunk) {
      for (const byte of chunk) {
        if (excess !== undefined) break;
        if (inText) inside(byte);
        else outside(byte);
      }
      return excess;
    },
  };
}

/** What a JSON text of any depth says, in `value`; undefined where it is none, or has more signs than that. */
export function boundedJson(text: string, most = mostSigns): { readonly value: unknown } | undefined {
  const excess = jsonBounds({ levels: Number.POSITIVE_INFINITY, most }).take(bytesOf(text));
  if (excess !== undefined) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

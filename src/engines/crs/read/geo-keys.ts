/** Keys of GeoTIFF (of a TIFF or LAS file) with their values in place: numbers, lists of them, texts. */
export type GeoKeys = ReadonlyMap<number, number | string | readonly number[]>;

const [doubles, texts] = [34_736, 34_737] as const;

/**
 * Out of the records of a file: the directory (words of 16 bits), doubles and texts. What points outside of them is left
 * out. As text, since a file says where it is by text: `{"1024":1,"3072":25832}`. Undefined: there are none.
 */
export function geoKeysText(words: ArrayLike<number>, numbers: ArrayLike<number> = [], text = ''): string | undefined {
  const keys: Record<string, number | string | number[]> = {};
  for (let at = 4; at + 4 <= words.length; at += 4) {
    const [key = 0, place, count = 0, value = 0] = [words[at], words[at + 1], words[at + 2], words[at + 3]];
    if (place === 0) keys[key] = value;
    else if (place === texts) keys[key] = text.slice(value, value + count).replace(/[|\0]+$/, '');
    else if (place === doubles && value + count <= numbers.length)
      keys[key] = Array.from({ length: count }, (_, n) => numbers[value + n] ?? 0);
  }
  return Object.keys(keys).length === 0 ? undefined : JSON.stringify(keys);
}

/** Keys as somebody wrote them as text; undefined: it is none. */
export function geoKeysIn(text: string): GeoKeys | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
    const keys = new Map<number, number | string | readonly number[]>();
    for (const [key, value] of Object.entries(parsed))
      if (/^\d{4,5}$/.test(key) && isValue(value)) keys.set(Number(key), value);
    return keys.size === 0 ? undefined : keys;
  } catch {
    return undefined;
  }
}

const isValue = (value: unknown): value is number | string | readonly number[] =>
  typeof value === 'number' ||
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((one) => typeof one === 'number'));

/** In place of a number: what is described by further keys. */
export const userDefined = 32_767;

/** Values of keys, whatever way they are stored. */
export function valuesOf(keys: GeoKeys) {
  const number = (key: number): number | undefined => {
    const value = keys.get(key);
    const one = typeof value === 'object' ? value[0] : value;
    return typeof one === 'number' && Number.isFinite(one) ? one : undefined;
  };
  return {
    number,
    text: (key: number): string => String(typeof keys.get(key) === 'string' ? keys.get(key) : ''),
    /** The number of a listed thing. */
    code: (key: number): number | undefined => {
      const value = number(key);
      return value !== undefined && value > 1023 && value < userDefined ? value : undefined;
    },
  };
}

export type KeyValues = ReturnType<typeof valuesOf>;

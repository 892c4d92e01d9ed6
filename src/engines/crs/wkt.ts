/** A bracket of well-known text: `PROJCS["name", GEOGCS[…], …]`. */
export interface WktNode {
  readonly keyword: string;
  readonly values: readonly (string | number)[];
  readonly children: readonly WktNode[];
}

const deepest = 30;

/** The trees of a well-known text of either version, one after another; none when it is no such text. */
export function parseWkt(text: string): readonly WktNode[] {
  const reader = readerOf(text);
  const found: WktNode[] = [];
  do {
    const node = reader.node(0);
    if (node === undefined) return found;
    found.push(node);
  } while (reader.token('comma') !== undefined);
  return found;
}

const patterns = {
  blank: /\s*/y,
  comma: /,/y,
  quoted: /"(?:[^"]|"")*"/y,
  bare: /[^,[\]()"]+/y,
  keyword: /[A-Za-z_][A-Za-z0-9_]*(?=\s*[[(])/y,
  opening: /[[(]/y,
  closing: /[\])]/y,
};

/** The character behind which a text is no well-known text any more; undefined: it is whole. */
export function readTo(text: string): number | undefined {
  const reader = readerOf(text);
  do {
    if (reader.node(0) === undefined) return reader.farthest();
  } while (reader.token('comma') !== undefined);
  return text.slice(reader.farthest()).trim() === '' ? undefined : reader.farthest();
}

function readerOf(text: string) {
  let at = 0;
  const next = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const token = (kind: keyof typeof patterns): string | undefined => {
    next(patterns.blank);
    return next(patterns[kind]);
  };
  const value = (): string | number | undefined => {
    const quoted = token('quoted');
    if (quoted !== undefined) return quoted.slice(1, -1).replaceAll('""', '"').trim();
    const bare = token('bare')?.trim();
    return bare === undefined || !Number.isFinite(Number(bare)) ? bare : Number(bare);
  };
  const node = (depth: number): WktNode | undefined => {
    const keyword = token('keyword');
    if (keyword === undefined || depth > deepest) return undefined;
    token('opening');
    const values: (string | number)[] = [];
    const children: WktNode[] = [];
    do {
      const child = node(depth + 1);
      const one = child === undefined ? value() : undefined;
      if (child !== undefined) children.push(child);
      else if (one === undefined) return undefined;
      else values.push(one);
    } while (token('comma') !== undefined);
    return token('closing') === undefined ? undefined : { keyword: keyword.toUpperCase(), values, children };
  };
  return { token, node, farthest: () => at };
}

/** The first child of one of these keywords. */
export const childOf = ({ children }: WktNode, ...keywords: readonly string[]): WktNode | undefined =>
  children.find(({ keyword }) => keywords.includes(keyword));

export const nameOf = (node: WktNode | undefined): string => String(node?.values[0] ?? '');

/** The number at that place of a bracket. */
export function numberOf(node: WktNode | undefined, place: number): number | undefined {
  const value = node?.values[place];
  return typeof value === 'number' ? value : undefined;
}

/** "EPSG:25832": what a bracket names as its own. */
export function codeOf(node: WktNode): string | undefined {
  const own = childOf(node, 'AUTHORITY', 'ID');
  const [authority, code] = [nameOf(own).toUpperCase(), Number(own?.values[1])];
  if (authority !== 'EPSG' && authority !== 'ESRI') return undefined;
  return Number.isInteger(code) && code > 0 ? `${authority}:${code}` : undefined;
}

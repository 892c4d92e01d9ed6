/** A bracket of well-known text: `PROJCS["name", GEOGCS[…], …]`. */
export interface WktNode {
  readonly keyword: string;
  readonly values: readonly (string | number)[];
  readonly children: readonly WktNode[];
}

const deepest = 30;

/** The tree of a well-known text of either version; undefined when it is none. */
export function parseWkt(text: string): WktNode | undefined {
  let at = 0;
  const blank = /\s*/y;
  const skip = () => {
    blank.lastIndex = at;
    blank.test(text);
    at = blank.lastIndex;
  };
  const token = (pattern: RegExp): string | undefined => {
    skip();
    const sticky = new RegExp(pattern, 'y');
    sticky.lastIndex = at;
    const found = sticky.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const node = (depth: number): WktNode | undefined => {
    const keyword = token(/[A-Za-z_][A-Za-z0-9_]*(?=\s*[[(])/);
    if (keyword === undefined || depth > deepest) return undefined;
    token(/[[(]/);
    const values: (string | number)[] = [];
    const children: WktNode[] = [];
    do {
      const child = node(depth + 1);
      if (child !== undefined) children.push(child);
      else {
        const quoted = token(/"(?:[^"]|"")*"/);
        const value = quoted?.slice(1, -1) ?? token(/[^,[\]()"]+/);
        if (value === undefined) return undefined;
        values.push(quoted === undefined && Number.isFinite(Number(value)) ? Number(value) : value.trim());
      }
    } while (token(/,/) !== undefined);
    return token(/[\])]/) === undefined ? undefined : { keyword: keyword.toUpperCase(), values, children };
  };
  return node(0);
}

/** The EPSG code that a bracket names as its own. */
export function codeOf(node: WktNode): number | undefined {
  const own = node.children.find(({ keyword }) => keyword === 'AUTHORITY' || keyword === 'ID');
  if (own === undefined || String(own.values[0]).toUpperCase() !== 'EPSG') return undefined;
  const code = Number(own.values[1]);
  return Number.isInteger(code) && code > 0 ? code : undefined;
}

const horizontalWords = new Set(['PROJCS', 'PROJCRS', 'PROJECTEDCRS', 'GEOGCS', 'GEOGCRS', 'GEODCRS', 'GEOCCS']);
const verticalWords = new Set(['VERT_CS', 'VERTCRS', 'VERTICALCRS']);

/** The systems that a text is made of: places on a map or earth, and heights. */
export function partsOf(node: WktNode): { readonly horizontal?: WktNode; readonly vertical?: WktNode } {
  const all = [node, ...node.children];
  const horizontal = all.find(({ keyword }) => horizontalWords.has(keyword));
  const vertical = all.find(({ keyword }) => verticalWords.has(keyword));
  return { ...(horizontal ? { horizontal } : {}), ...(vertical ? { vertical } : {}) };
}

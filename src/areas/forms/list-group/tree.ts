/** An option of a list, with those of the next list that go with it. In a list, so that the order of the file stays. */
export type Option = readonly [text: string, below: readonly Option[]];

export interface Lists {
  /** Names of the lists, outermost first. */
  readonly lists: readonly string[];
  readonly tree: readonly Option[];
}

export const mostColumns = 10;
export const mostRows = 50_000;
const longest = 255;

/** What is wrong with a workbook, and in which of its rows. */
export interface SheetFault {
  readonly reason: string;
}

/** The lists of a sheet: the first row names them, each other row is one combination. */
export function listsOf(rows: readonly (readonly string[])[]): Lists | SheetFault {
  const lists = withoutEnd((rows[0] ?? []).map((cell) => cell.trim()));
  if (lists.length === 0) return { reason: 'The first row has no names of lists.' };
  if (lists.includes('')) return { reason: 'Row 1: a name of a list is missing.' };
  if (lists.length > mostColumns) return { reason: `There are more than ${mostColumns} columns.` };
  if (new Set(lists).size < lists.length) return { reason: 'Row 1: a name of a list is there twice.' };
  if (rows.length - 1 > mostRows) return { reason: `There are more than ${mostRows} rows.` };
  const root: Growing = new Map();
  for (const [at, row] of rows.entries()) {
    const cells = row.map((cell) => cell.trim());
    const fault = rowFault(cells, lists.length);
    if (fault) return { reason: `Row ${at + 1}: ${fault}` };
    if (at > 0) add(root, withoutEnd(cells));
  }
  return { lists, tree: optionsOf(root) };
}

export const isSheetFault = (found: Lists | SheetFault): found is SheetFault => 'reason' in found;

type Growing = Map<string, Growing>;

const withoutEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

function rowFault(cells: readonly string[], columns: number): string | undefined {
  const used = withoutEnd(cells);
  if (used.length > columns) return 'there is an option beyond the named columns.';
  if (used.includes('')) return 'an option is missing before another one.';
  if (used.some((cell) => cell.length > longest)) return `an option has more than ${longest} characters.`;
  return undefined;
}

function add(root: Growing, chain: readonly string[]): void {
  let level = root;
  for (const text of chain) {
    const below = level.get(text) ?? new Map();
    level.set(text, below);
    level = below;
  }
}

const optionsOf = (level: Growing): Option[] => [...level].map(([text, below]) => [text, optionsOf(below)] as const);

/** The tree as objects in objects, as answers have it. */
export const nested = (tree: readonly Option[]): Record<string, unknown> =>
  Object.fromEntries(tree.map(([text, below]) => [text, nested(below)]));

/** What is wrong with lists that somebody else has made, if anything: their rows are read as those of a sheet. */
export function listsFault(lists: unknown, tree: unknown): string | undefined {
  const rows: string[][] = [];
  const isTree = (level: unknown, above: readonly string[]): boolean => {
    if (!Array.isArray(level) || above.length > mostColumns || rows.length > mostRows) return false;
    if (level.length === 0 && above.length > 0) rows.push([...above]);
    return level.every((one) => {
      const [text, below, ...more] = Array.isArray(one) ? one : [];
      return typeof text === 'string' && more.length === 0 && isTree(below, [...above, text]);
    });
  };
  const isList = Array.isArray(lists) && lists.every((one) => typeof one === 'string');
  if (!isList || !isTree(tree, [])) return 'is no tree of texts';
  const read = listsOf([lists, ...rows]);
  return isSheetFault(read) ? read.reason.replace(/\.$/, '') : undefined;
}

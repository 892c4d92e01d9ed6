import { comparePositions, type Position } from '../../std/odata/order.ts';
import { breathe, type EngineContext } from '../engine.ts';
import { pageFile, separatorOf } from './page-file.ts';
import type { Page, PageQuery, QueryTablesParams } from './params.ts';
import { rowTextOf } from './rows.ts';
import { type FoundRow, type OpenSource, openSource } from './source.ts';

const batch = 2000;

/** A page of rows of several sources, as if they were one table. */
export async function queryTables(
  { sources, query, output }: QueryTablesParams,
  { signal }: EngineContext,
): Promise<Page> {
  const opened: OpenSource[] = [];
  try {
    for (const source of sources) opened.push(openSource(source, query));
    let count: number | null = query.count ? 0 : null;
    for (const source of opened) {
      if (count === null) break;
      count += source.count();
      await breathe();
      signal?.throwIfAborted();
    }
    if (output === null) return { rows: 0, count, last: null };
    return { count, ...(await writePage(rowsOf(opened, query), query, output, signal)) };
  } finally {
    for (const source of opened) source.close();
  }
}

async function writePage(
  found: Iterable<FoundRow>,
  query: PageQuery,
  output: string,
  signal: AbortSignal | undefined,
): Promise<Pick<Page, 'rows' | 'last'>> {
  const byName = new Map(query.columns.map((column) => [column.name, column]));
  const rowText = rowTextOf(
    query.select.flatMap((name) => byName.get(name) ?? []),
    query,
  );
  const separator = separatorOf(query);
  const page = pageFile(output, query.bytes);
  let rows = 0;
  let position: Position | null = null;
  try {
    for (const row of found) {
      if (rows === query.limit) return { rows, last: position };
      page.write((rows === 0 ? '' : separator) + rowText(row.cells));
      position = row.position;
      if (++rows % batch !== 0) continue;
      await breathe();
      signal?.throwIfAborted();
    }
    return { rows, last: null };
  } finally {
    page.close();
  }
}

/** All rows in order, one more than the page has. */
function rowsOf(sources: readonly OpenSource[], query: PageQuery): Iterable<FoundRow> {
  const [first] = query.order;
  const most = query.limit + 1;
  if (sources.length === 1 && sources[0]) return sources[0].rows(query.after, query.skip, most);
  const apart = first !== undefined && sources.every((source) => source.constant(first.name) !== undefined);
  return apart ? oneByOne(sources, query, first) : merged(sources, query);
}

/** Sources that lie one behind the other in the order, so that each is read only when its turn comes. */
function* oneByOne(
  sources: readonly OpenSource[],
  { after, skip, limit }: PageQuery,
  first: PageQuery['order'][number],
): Iterable<FoundRow> {
  const placeOf = (source: OpenSource): Position => [source.constant(first.name) ?? null];
  const ordered = sources.toSorted((a, b) => comparePositions([first], placeOf(a), placeOf(b)));
  let toSkip = skip;
  let left = limit + 1;
  for (const source of ordered) {
    if (left === 0) return;
    if (after !== null && comparePositions([first], placeOf(source), after) < 0) continue;
    const has = toSkip > 0 && after === null ? source.count() : Number.POSITIVE_INFINITY;
    if (has <= toSkip) {
      toSkip -= has;
      continue;
    }
    for (const row of source.rows(after, toSkip, left)) {
      yield row;
      left--;
    }
    toSkip = 0;
  }
}

/** Sources whose rows lie between each other. */
function* merged(sources: readonly OpenSource[], { order, after, skip, limit }: PageQuery): Iterable<FoundRow> {
  const most = skip + limit + 1;
  const heads = sources.flatMap((source) => {
    const rows = source.rows(after, 0, most)[Symbol.iterator]();
    const { value, done } = rows.next();
    return done ? [] : [{ row: value, rows }];
  });
  for (let passed = 0; heads.length > 0 && passed < most; passed++) {
    let least = 0;
    for (let at = 1; at < heads.length; at++) {
      if (isBefore(heads[at]?.row, heads[least]?.row, order)) least = at;
    }
    const head = heads[least];
    if (head === undefined) return;
    if (passed >= skip) yield head.row;
    const { value, done } = head.rows.next();
    if (done) heads.splice(least, 1);
    else head.row = value;
  }
}

const isBefore = (a: FoundRow | undefined, b: FoundRow | undefined, order: PageQuery['order']): boolean =>
  a !== undefined && b !== undefined && comparePositions(order, a.position, b.position) < 0;

import { column, condition, type Term, term } from '../../kernel/db/condition.ts';
import type { Query, Snapshot } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';
import { type Column, staysHere } from './columns.ts';
import type { ArchivedTwin, ArchiveKind, Choices, StoredRow } from './kind.ts';

const q = tables<Record<string, Record<string, unknown>>>();

export type KindIndex = ReadonlyMap<string, ArchiveKind>;

export const indexOf = (kinds: readonly ArchiveKind[]): KindIndex => new Map(kinds.map((one) => [one.kind, one]));

/** In which kinds stand in an archive: people and the history behind the records. */
export const byOrder = (a: ArchiveKind, b: ArchiveKind): number => placeOf(a) - placeOf(b);
const placeOf = ({ order }: ArchiveKind): number =>
  typeof order === 'number' ? order : order === 'people' ? 1000 : 1001;

/** A twin as the kinds of all areas see it. */
export function archivedTwin(kinds: KindIndex, twinId: string, choices: Choices): ArchivedTwin {
  const of: ArchivedTwin = {
    twinId,
    choices,
    idsOf(name) {
      const kind = kinds.get(name);
      if (kind === undefined) throw new Error(`There is no kind ${name}.`);
      return q.selectFrom(kind.table).select('id').where(conditionOf(kind, of));
    },
  };
  return of;
}

const conditionOf = (kind: ArchiveKind, of: ArchivedTwin) => kind.where?.(of) ?? condition`1 = 0`;

/** The rows of a kind, in the order in which they stand in an archive. Secrets are not read. */
export function rowsOf(kind: ArchiveKind, of: ArchivedTwin): Query<StoredRow> {
  if (kind.rows) return kind.rows(of);
  const wanted = kind.columns.filter((one) => !staysHere(one)).map(({ name }) => name);
  let rows = q.selectFrom(kind.table).select(wanted).where(conditionOf(kind, of));
  for (const key of kind.columns.filter(isOrdering)) rows = rows.orderBy(orderOf(key));
  return rows;
}

const isOrdering = ({ isKey, code }: Column): boolean => isKey && code !== 'twin';

/** Numbers in keys are ordered as the texts that they are there. */
const orderOf = ({ name, code }: Column): Term =>
  code === 'int' ? term`cast(${column(name)} as text)` : term`${column(name)}`;

/** The rows of a kind in pieces, as they stand in an archive. */
export async function* readKind(
  moment: Snapshot,
  kind: ArchiveKind,
  of: ArchivedTwin,
  most: number,
): AsyncGenerator<StoredRow[]> {
  for await (const rows of moment.pieces(rowsOf(kind, of), most)) {
    yield kind.change === undefined ? rows : rows.map((row) => ({ ...row, ...kind.change?.(row, of) }));
  }
}

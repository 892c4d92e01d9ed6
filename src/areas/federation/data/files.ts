import type { PlacedFile } from '../../../api/ports/files.ts';
import { identifiers } from '../../../engines/tables/identifier.ts';
import type { NamedTable, PageQuery, RowSource } from '../../../engines/tables/params.ts';
import { readJson } from '../../../std/json.ts';
import type { Asking, Federation, WantedTables } from '../deps.ts';
import type { EntitySet, OpenData, Versions } from '../query/open-data.ts';
import { queryOf } from '../query/run-query.ts';
import type { TableFileRow } from '../tables.ts';
import { tablesLate } from './models.ts';
import { formOf } from './table-job.ts';

const folderName = 'Tables';
const waitMs = 20_000;
const mostBytes = 200_000_000;
const mostSets = 200;

/** Files, or tables of a database, that could not be read. */
export interface Fault {
  readonly file: string;
  readonly reason: string;
}

export const faultsSet: EntitySet = {
  name: '_Faults',
  key: ['File'],
  columns: [
    { name: 'File', type: 'Edm.String', nullable: false },
    { name: 'Reason', type: 'Edm.String', nullable: false },
  ],
};

export const faultRows = (faults: readonly Fault[]): RowSource => ({
  rows: faults.map(({ file, reason }) => ({ File: file, Reason: reason })),
});

/** A set with the table of a table file behind it. */
interface TableSet {
  readonly set: EntitySet;
  readonly row: TableFileRow;
  readonly table: string;
}

const inOrder = (a: PlacedFile, b: PlacedFile): number => a.created - b.created || (a.id < b.id ? -1 : 1);

/** `TWIN_TABLES`: the tables of the files in the folder `Tables` of a twin, or those of given versions. */
export async function openFiles(twinId: string, pinned: Versions | undefined, asking: Asking, of: Federation) {
  const { trees } = of.ports.files;
  const folder = await trees.folder(asking.db, twinId, folderName);
  const files = folder === undefined ? [] : await trees.walk(asking.db, folder.id);
  const tabular = files.filter(({ name }) => formOf(name) !== undefined).sort(inOrder);
  if (pinned && Object.keys(pinned).some((id) => !tabular.some((file) => file.id === id))) return undefined;
  const large = tabular.filter(({ size }) => size > mostBytes);
  const wanted = tabular
    .filter((file) => !large.includes(file) && (pinned === undefined || pinned[file.id] !== undefined))
    .map((file) => wantedOf(file, pinned?.[file.id] ?? file.blobId));
  const rows = await of.tables.ready(wanted, asking, waitMs);
  if (rows === undefined) return tablesLate();
  const nameOf = (id: string): string => tabular.find((file) => file.id === id)?.path ?? id;
  const faults: Fault[] = [
    ...large.map(({ path }) => ({ file: path, reason: `The file is larger than ${mostBytes / 1e6} MB.` })),
    ...rows.flatMap(({ source_id, fault }) => (fault === null ? [] : [{ file: nameOf(source_id), reason: fault }])),
  ];
  const sets = setsOf(rows, tabular, faults);
  const versions = Object.fromEntries(wanted.map(({ id, version }) => [id, version]));
  return dataOf(sets, faults, versions, asking, of);
}

const wantedOf = ({ id, twinId, name }: PlacedFile, version: string): WantedTables => ({
  kind: 'file',
  id,
  version,
  twinId,
  title: `Tables of ${name}`,
});

/** Named after their files, in the order in which those were made. */
function setsOf(rows: readonly TableFileRow[], files: readonly PlacedFile[], faults: Fault[]): readonly TableSet[] {
  const nameOf = identifiers();
  nameOf(faultsSet.name);
  const sets: TableSet[] = [];
  for (const row of rows) {
    const file = files.find(({ id }) => id === row.source_id);
    const tables = tablesIn(row);
    if (file === undefined) continue;
    if (sets.length + tables.length > mostSets) {
      faults.push({ file: file.path, reason: `There are more than ${mostSets} tables.` });
      continue;
    }
    const stem = file.name.replace(/\.[^.]+$/, '');
    for (const { label, name, columns, key } of tables) {
      const wanted = tables.length === 1 ? stem : `${stem}_${label}`;
      sets.push({ set: { name: nameOf(wanted), columns, key }, row, table: name });
    }
  }
  return sets;
}

export const tablesIn = ({ catalog }: TableFileRow): readonly NamedTable[] =>
  catalog === null ? [] : readJson(catalog);

/** Sets by name, and that of the faults where there are any. */
export function dataOf(
  tables: readonly TableSet[],
  faults: readonly Fault[],
  versions: Versions,
  asking: Asking,
  of: Federation,
): OpenData {
  const question = queryOf(asking, of);
  const sets = tables.map(({ set }) => set).sort((a, b) => (a.name < b.name ? -1 : 1));
  const sourceOf = async (set: EntitySet): Promise<RowSource> => {
    const found = tables.find((one) => one.set === set);
    if (found === undefined) return faultRows(faults);
    return { file: await of.tables.path(found.row), table: found.table, constants: {} };
  };
  return {
    sets: faults.length === 0 ? sets : [...sets, faultsSet],
    versions,
    page: async (set: EntitySet, query: PageQuery, output: string | null) =>
      question([await sourceOf(set)], query, output),
  };
}

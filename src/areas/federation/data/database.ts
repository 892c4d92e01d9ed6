import { identifiers } from '../../../engines/tables/identifier.ts';
import { type Detail, type Failed, fail, problems } from '../../../kernel/http/problem.ts';
import type { Access } from '../../../kernel/ports/access.ts';
import type { FoundPackage } from '../access.ts';
import { invalidValue } from '../errors.ts';
import type { SqlSystem } from '../sql/connections.ts';
import { readPage } from '../sql/page.ts';
import { tablesOf } from '../sql/tables.ts';
import { credentialOf, credentialsOf } from '../system/credentials.ts';
import { systemNamed } from '../system.store.ts';
import type { SystemRow } from '../tables.ts';
import { answered, failedSystem } from './answered.ts';
import type { OpenData, Refused, Versions } from './data.ts';
import { dataOf, faultRows, faultsSet, tablesIn } from './files.ts';
import { tablesLate } from './models.ts';
import type { Asking, Federation } from './needs.ts';
import { bounded, questionTo } from './question.ts';

const neededId = 'database';
const waitMs = 20_000;

/** `SQL_TABLES`: the database that the twin has stored, or a SQLite file of its storage. */
export async function openDatabase(
  { access }: FoundPackage,
  pinned: Versions | undefined,
  asking: Asking,
  of: Federation,
): Promise<OpenData | Refused | Failed<'InsufficientPermissions'> | readonly Detail[] | undefined> {
  const row = await systemNamed(asking.db, access.twin.id, neededId);
  if (row?.system_type !== 'Federation.Sql') {
    return [invalidValue('systemId', `The system '${neededId}' is not stored in this twin.`)];
  }
  return openSystem({ ...row, system_id: neededId }, access, pinned, asking, of);
}

/** What a stored database offers. */
export async function openSystem(
  row: SystemRow,
  access: Access,
  pinned: Versions | undefined,
  asking: Asking,
  of: Federation,
): Promise<OpenData | Refused | Failed<'InsufficientPermissions'> | undefined> {
  const credentials = credentialsOf(row, of);
  if (credentialOf(credentials, row.system_type, 'Provider') !== 'SQLite') {
    return openPostgres(row, { key: `${row.id} ${row.version}`, credentials }, asking, of);
  }
  if (!access.may('storage_read')) return fail(problems.insufficientPermissions);
  return openSqliteFile(row, credentialOf(credentials, row.system_type, 'Database'), pinned, asking, of);
}

async function openPostgres(
  { system_id: systemId }: SystemRow,
  system: SqlSystem,
  asking: Asking,
  of: Federation,
): Promise<OpenData | Refused> {
  const schema = credentialOf(system.credentials, 'Federation.Sql', 'Schema');
  const read = of.sql.read;
  const found = await bounded(asking.signal, (signal) =>
    answered(systemId, () => read(system, signal, (connection) => tablesOf(connection, schema))),
  );
  if (!('sets' in found)) return found;
  const { sets: tables, faults } = found;
  const sets = tables.map(({ set }) => set).sort((a, b) => (a.name < b.name ? -1 : 1));
  const question = questionTo(asking, of);
  return {
    sets: faults.length === 0 ? sets : [...sets, faultsSet],
    versions: null,
    async page(set, query, output) {
      const table = tables.find((one) => one.set === set);
      if (table === undefined) return question([faultRows(faults)], query, output);
      return bounded(asking.signal, (signal) =>
        answered(systemId, () =>
          read(system, signal, (connection) => readPage(connection, schema, table, query, output)),
        ),
      );
    },
  };
}

/** Of a file in the same twin, and never of a path. */
async function openSqliteFile(
  { twin_id: twinId, system_id: systemId }: SystemRow,
  fileId: string,
  pinned: Versions | undefined,
  asking: Asking,
  of: Federation,
): Promise<OpenData | Refused | undefined> {
  const [file] = await of.ports.files.trees.walk(asking.db, fileId);
  if (file?.id !== fileId || file.twinId !== twinId) {
    return pinned
      ? undefined
      : failedSystem(systemId, "its property 'Database' is no FileId of a file in the storage of this twin.");
  }
  const version = pinned === undefined ? file.blobId : pinned[file.id];
  if (version === undefined) return undefined;
  const wanted = { kind: 'database', id: file.id, version, twinId, title: `Tables of ${file.name}` } as const;
  const [row] = (await of.tables.ready([wanted], asking, waitMs)) ?? [];
  if (row === undefined) return tablesLate();
  if (row.state === 'Failed') return failedSystem(systemId, row.fault ?? '');
  const nameOf = identifiers();
  const tables = tablesIn(row).map(({ name, label, columns, key }) => ({
    ...{ set: { name: nameOf(label), columns, key }, row, table: name },
  }));
  return dataOf(tables, [], { [file.id]: version }, asking, of);
}

import { type Detail, type Failed, fail, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { identifiers } from '../../../engines/tables/identifier.ts';
import type { FoundPackage } from '../access.ts';
import { askSystem } from '../connection/ask.ts';
import { databaseOf } from '../connection/connection.ts';
import { credentialOf, credentialsOf } from '../connection/credentials.ts';
import type { Asking, Federation } from '../deps.ts';
import { invalidValue } from '../errors.ts';
import type { OpenData, Refused, Versions } from '../query/open-data.ts';
import { bounded, queryOf } from '../query/run-query.ts';
import { systemNamed } from '../store/systems.ts';
import type { Credentials, SystemRow } from '../tables.ts';
import { dataOf, faultRows, faultsSet, tablesIn } from './files.ts';
import { tablesLate } from './models.ts';
import { answered, failedSystem } from './source-errors.ts';

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
    return openPostgres(row, credentials, asking, of);
  }
  if (!access.may('storage_read')) return fail(problems.insufficientPermissions);
  return openSqliteFile(row, credentialOf(credentials, row.system_type, 'Database'), pinned, asking, of);
}

async function openPostgres(
  row: SystemRow,
  credentials: Credentials,
  asking: Asking,
  of: Federation,
): Promise<OpenData | Refused> {
  const systemId = row.system_id;
  const schema = credentialOf(credentials, 'Federation.Sql', 'Schema');
  const found = await bounded(asking.signal, (signal) =>
    answered(systemId, async () => {
      const connection = await databaseOf(credentials, of.allowed);
      return askSystem(row, 'databaseTables', { connection, schema }, { ...asking, signal }, of);
    }),
  );
  if (!('sets' in found)) return found;
  const { faults } = found;
  const tables = found.sets.map(({ name, columns, key }, at) => ({ set: { name, columns, key }, at }));
  const sets = tables.map(({ set }) => set).sort((a, b) => (a.name < b.name ? -1 : 1));
  const question = queryOf(asking, of);
  return {
    sets: faults.length === 0 ? sets : [...sets, faultsSet],
    versions: null,
    async page(set, query, output) {
      const table = tables.find((one) => one.set === set);
      const own = table && found.sets[table.at];
      if (own === undefined) return question([faultRows(faults)], query, output);
      return bounded(asking.signal, (signal) =>
        answered(systemId, async () => {
          const connection = await databaseOf(credentials, of.allowed);
          const params = { connection, schema, set: own, query, output };
          return askSystem(row, 'databasePage', params, { ...asking, signal }, of);
        }),
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
    set: { name: nameOf(label), columns, key },
    row,
    table: name,
  }));
  return dataOf(tables, [], { [file.id]: version }, asking, of);
}

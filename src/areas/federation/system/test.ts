import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { askSystem } from '../connection/ask.ts';
import { baseOf, callOf } from '../connection/connection.ts';
import { credentialsOf } from '../connection/credentials.ts';
import { SystemFailure } from '../connection/failure.ts';
import { openSystem } from '../data/database.ts';
import { faultsSet } from '../data/files.ts';
import { answered } from '../data/source-errors.ts';
import type { Asking, Federation } from '../deps.ts';
import { bounded } from '../query/run-query.ts';
import { setEnded } from '../store/systems.ts';
import type { Credentials, SystemRow } from '../tables.ts';
import { recordSystem } from './recording.ts';

/** Connects to a system as a package would, and says what is there or why it failed. */
export async function testSystem(row: SystemRow, access: Access, context: Context, of: Federation) {
  const { db, caller, disconnected } = context;
  const asking = { db, userId: caller.userId, signal: disconnected };
  if (row.ended !== null) await of.db.write((tx) => setEnded(tx, row.id, null)); // unless this one has to be ended, too
  const found = await (row.system_type === 'Federation.Sql' ? tables : service)(row, access, asking, of);
  // the file of a SQLite system may need more time to be read, or be another person's to read
  const isLater = isFailed(found) && ['ServiceUnavailable', 'InsufficientPermissions'].includes(found.problem.code);
  if (isLater) return found;
  const connected = typeof found === 'string';
  const message = connected ? found : (found.message ?? found.problem.message);
  const outcome = connected ? 'Succeeded' : 'Refused';
  await context.write((tx) =>
    recordSystem(tx, 'system.tested', row, { twin: access.twin, context, detail: message, outcome }),
  );
  return reply(200, { connected, message });
}

async function tables(row: SystemRow, access: Access, asking: Asking, of: Federation) {
  const data = await openSystem(row, access, undefined, asking, of);
  if (data === undefined) throw new Error('Data without versions that are asked for is always there.');
  if (isFailed(data)) return data;
  const found = data.sets.filter((set) => set !== faultsSet).length;
  const count = found === 1 ? '1 table can be read' : `${found} tables can be read`;
  return found === data.sets.length ? `${count}.` : `${count}; the set ${faultsSet.name} names the others.`;
}

async function service(row: SystemRow, _access: Access, asking: Asking, of: Federation) {
  const credentials = credentialsOf(row, of);
  const status = await bounded(asking.signal, (signal) =>
    answered(row.system_id, async () => {
      const call = await callOf(
        { method: 'GET', url: addressIn(credentials), body: undefined },
        credentials,
        of.allowed,
      );
      return askSystem(row, 'serviceStatus', { call }, { ...asking, signal }, of);
    }),
  );
  return typeof status === 'number' ? `It answers with status ${status}.` : status;
}

function addressIn(credentials: Credentials): string {
  const url = baseOf(credentials);
  if (url === '') throw new SystemFailure("its property 'BaseUrl' is missing.");
  if (!/^https?:/i.test(url) || !URL.canParse(url)) throw new SystemFailure("its property 'BaseUrl' is no address.");
  return url;
}

import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { isFailed } from '../../../kernel/http/problem.ts';
import type { Access } from '../../../kernel/ports/access.ts';
import { answered } from '../data/answered.ts';
import { openSystem } from '../data/database.ts';
import { faultsSet } from '../data/files.ts';
import type { Asking, Federation } from '../data/needs.ts';
import { bounded } from '../data/question.ts';
import { statusOf } from '../source/http.ts';
import type { SystemRow } from '../tables.ts';
import { credentialsOf } from './credentials.ts';

/** Connects to a system as a package would, and says what is there or why it failed. */
export async function testSystem(row: SystemRow, access: Access, { db, caller, gone }: Context, of: Federation) {
  const asking = { db, userId: caller.userId, signal: gone };
  const found = await (row.system_type === 'Federation.Sql' ? tables : service)(row, access, asking, of);
  if (typeof found === 'string') return reply(200, { connected: true, message: found });
  const { code, message } = found.problem;
  // the file of a SQLite system may need more time to be read, or be another person's to read
  if (code === 'ServiceUnavailable' || code === 'InsufficientPermissions') return found;
  return reply(200, { connected: false, message: found.message ?? message });
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
    answered(row.system_id, () => statusOf(credentials, of.allowed, signal)),
  );
  return typeof status === 'number' ? `It answers with status ${status}.` : status;
}

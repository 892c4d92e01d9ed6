import type { Transaction } from '../../../kernel/db/database.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { type RawInput, reply } from '../../../kernel/http/endpoint.ts';
import { type Detail, fail, Gone, isFailed } from '../../../kernel/http/problem.ts';
import type { Access } from '../../../kernel/ports/access.ts';
import { newId } from '../../../kernel/std/ids.ts';
import { membersOf } from '../../../kernel/std/records.ts';
import { fold } from '../../../kernel/std/text.ts';
import { invalidSystem, invalidValue, overQuota, systemExists } from '../errors.ts';
import type { SystemType } from '../package/definition.ts';
import type { SystemSave } from '../system.schema.ts';
import { findSystem, insertSystem, systemNamed, systemsOf, updateSystem } from '../system.store.ts';
import type { SystemRow } from '../tables.ts';
import { credentialFaults, credentialTexts } from './credentials.ts';
import { isSystemType } from './types.ts';

const most = 200;

/** What no schema says of a body: the type must be known, and the credentials those of the type. */
export function checkSystem({ body }: RawInput): readonly Detail[] {
  const { systemType, credentials } = membersOf(body);
  if (typeof systemType !== 'string' || systemType === '') return [];
  if (!isSystemType(systemType.trim())) {
    return [invalidValue('SystemType', 'Provided System Type value is not known.')];
  }
  return credentialFaults(membersOf(credentials), typeOf(systemType.trim()));
}

/** Of a name that was checked before. */
function typeOf(name: string): SystemType {
  if (!isSystemType(name)) throw new Error(`'${name}' is no system type.`);
  return name;
}

const taken = () =>
  fail(systemExists, {
    details: [invalidValue('SystemId', 'A system with the specified SystemId already exists.')],
  });

const isTaken = async (tx: Transaction, row: SystemRow): Promise<boolean> => {
  const other = await systemNamed(tx, row.twin_id, row.system_id);
  return other !== undefined && other.id !== row.id;
};

const savedView = ({ id, name, system_id, system_type }: SystemRow) => ({
  ...{ id, systemName: name, systemId: system_id, systemType: system_type },
});

const columnsOf = ({ name, systemId, systemType }: SystemSave, { caller, now }: Context) => ({
  ...{ name, system_id: systemId, system_key: fold(systemId), system_type: typeOf(systemType) },
  ...{ changed: now, changed_by: caller.userId },
});

const sealed = (given: SystemSave['credentials'], { ports }: Context): string =>
  ports.secrets.seal(JSON.stringify(credentialTexts(given ?? {})));

export async function createSystem({ twin }: Access, body: SystemSave, context: Context) {
  const columns = columnsOf(body, context);
  const row = { id: newId(), twin_id: twin.id, ...columns, credentials: sealed(body.credentials, context), version: 1 };
  const outcome = await context.write(async (tx) => {
    if (await isTaken(tx, row)) return taken();
    if ((await systemsOf(tx, twin.id)).length >= most) {
      const details = [overQuota('systems', `A twin has at most ${most} systems.`)];
      return fail(invalidSystem('create'), { details });
    }
    await insertSystem(tx, row);
    return row;
  });
  return isFailed(outcome) ? outcome : reply(201, savedView(outcome));
}

/** Replaces all but the credentials where none are given and the type stays. */
export async function replaceSystem({ twin_id, id }: SystemRow, body: SystemSave, context: Context) {
  const outcome = await context.write(async (tx) => {
    const before = await findSystem(tx, twin_id, id);
    if (before === undefined) throw new Gone(`System ${id} was deleted.`);
    const columns = columnsOf(body, context);
    const keeps = !body.credentials && before.system_type === columns.system_type;
    const credentials = keeps ? before.credentials : sealed(body.credentials, context);
    const row = { ...before, ...columns, credentials, version: before.version + 1 };
    if (await isTaken(tx, row)) return taken();
    await updateSystem(tx, row);
    return row;
  });
  return isFailed(outcome) ? outcome : reply(200, savedView(outcome));
}

import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent, type RawInput, reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { newId } from '../../../std/ids.ts';
import { membersOf } from '../../../std/records.ts';
import { fold } from '../../../std/text.ts';
import { credentialFaults, credentialTexts } from '../connection/credentials.ts';
import type { SystemType } from '../definition.ts';
import { invalidSystem, invalidValue, overQuota, systemExists } from '../errors.ts';
import { deleteSystem, findSystem, insertSystem, systemNamed, systemsOf, updateSystem } from '../store/systems.ts';
import { isSystemType } from '../system-types.ts';
import type { SystemRow } from '../tables.ts';
import { recordSystem } from './recording.ts';
import type { SystemSave } from './schema.ts';

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
  id,
  systemName: name,
  systemId: system_id,
  systemType: system_type,
});

const columnsOf = ({ name, systemId, systemType }: SystemSave, { caller, now }: Context) => ({
  name,
  system_id: systemId,
  system_key: fold(systemId),
  system_type: typeOf(systemType),
  changed: now,
  changed_by: caller.userId,
});

const sealed = (given: SystemSave['credentials'], { ports }: Context): string =>
  ports.secrets.seal(JSON.stringify(credentialTexts(given ?? {})));

export async function createSystem({ twin }: Access, body: SystemSave, context: Context) {
  const columns = columnsOf(body, context);
  const row = {
    id: newId(),
    twin_id: twin.id,
    ...columns,
    credentials: sealed(body.credentials, context),
    version: 1,
    ended: null,
  };
  const outcome = await context.write(async (tx) => {
    if (await isTaken(tx, row)) return taken();
    if ((await systemsOf(tx, twin.id)).length >= most) {
      const details = [overQuota('systems', `A twin has at most ${most} systems.`)];
      return fail(invalidSystem('create'), { details });
    }
    await insertSystem(tx, row);
    await recordSystem(tx, 'system.created', row, { twin, context, detail: row.system_type });
    return row;
  });
  return isFailed(outcome) ? outcome : reply(201, savedView(outcome));
}

/** Replaces all but the credentials where none are given and the type stays. */
export async function replaceSystem(
  { resource: { twin_id, id }, access: { twin } }: Located<SystemRow>,
  body: SystemSave,
  context: Context,
) {
  const outcome = await context.write(async (tx) => {
    const before = await findSystem(tx, twin_id, id);
    if (before === undefined) throw new NoLongerThere(`System ${id} was deleted.`);
    const columns = columnsOf(body, context);
    const keeps = !body.credentials && before.system_type === columns.system_type;
    const credentials = keeps ? before.credentials : sealed(body.credentials, context);
    const row = { ...before, ...columns, credentials, version: before.version + 1 };
    if (await isTaken(tx, row)) return taken();
    await updateSystem(tx, row);
    const detail = keeps ? 'credentials kept' : 'credentials replaced';
    await recordSystem(tx, 'system.changed', row, { twin, context, detail });
    return row;
  });
  return isFailed(outcome) ? outcome : reply(200, savedView(outcome));
}

export async function removeSystem({ resource, access: { twin } }: Located<SystemRow>, context: Context) {
  const outcome = await context.write(async (tx) => {
    if ((await deleteSystem(tx, resource.id)) === 0) throw new NoLongerThere(`System ${resource.id} was deleted.`);
    await recordSystem(tx, 'system.deleted', resource, { twin, context });
  });
  return isFailed(outcome) ? outcome : noContent;
}

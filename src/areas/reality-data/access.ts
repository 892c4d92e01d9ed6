import { permission } from '../../api/auth/access-rules.ts';
import type { Context } from '../../api/http/context.ts';
import type { AccessRule, Permit } from '../../api/http/endpoint.ts';
import { type Failed, fail, isFailed, problems } from '../../api/http/problem.ts';
import type { Access } from '../../api/ports/access.ts';
import type { Ports } from '../../api/ports/ports.ts';
import type { Subject } from '../../kernel/callers/people.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { associationNotFound, dataNotFound, twinNotFound } from './errors.ts';
import { findData, twinsOf } from './store.ts';
import type { DataRow } from './tables.ts';

export const use = permission('realitydata_use');
export const create = permission('realitydata_create');
export const manage = permission('realitydata_manage');

/** Reality data in use, with the access of the caller to the twin through which they reach it. */
export interface FoundData {
  readonly row: DataRow;
  readonly access: Access;
}

/** Who may do something with reality data, by their access to one of its twins. */
interface DataNeed {
  readonly permit: Permit;
  allows(access: Access, caller: Subject, row: DataRow): boolean;
}

const reading: DataNeed = { permit: use.permit, allows: (access) => access.may('realitydata_use') };

export const mayManage = (access: Access, { userId }: Pick<Subject, 'userId'>, row: DataRow): boolean =>
  access.twin.id === row.twin_id &&
  (access.may('realitydata_manage') || (row.owner_id === userId && access.member && access.may('realitydata_use')));

const managing: DataNeed = {
  permit: {
    ...permission('realitydata_manage').permit,
    text: 'Permission realitydata_manage in the twin of the data, and its owner while a member with realitydata_use.',
  },
  allows: mayManage,
};

const moving: DataNeed = {
  permit: {
    ...permission('realitydata_manage').permit,
    text: 'Permission realitydata_manage in the twin of the data and in the one to which it moves.',
  },
  allows: (access, _caller, row) => access.twin.id === row.twin_id && access.may('realitydata_manage'),
};

const mayAssociate = (access: Access): boolean => access.may('realitydata_create') && access.may('realitydata_assign');

const associating: DataNeed = {
  permit: {
    ...permission('realitydata_assign').permit,
    text: 'Permissions realitydata_create and realitydata_assign in both twins.',
  },
  allows: (access, _caller, row) => access.twin.id === row.twin_id && mayAssociate(access),
};

type Params = { readonly id: string };

/** 404 for who sees none of its twins, 403 for who sees one and may not. The query may say through which twin. */
async function resolve(need: DataNeed, { id }: Params, context: Context): Promise<FoundData | Failed> {
  const { db, caller, ports, query } = context;
  const row = await findData(db, id, ports);
  if (row === undefined) return fail(dataNotFound);
  const through = typeof query.twinId === 'string' ? query.twinId.toLowerCase() : undefined;
  let seen = false;
  for (const twinId of await twinsOf(db, row, ports)) {
    if (through !== undefined && twinId !== through) continue;
    const access = await ports.access.of(db, caller, twinId);
    if (!access?.visible) continue;
    seen = true;
    if (need.allows(access, caller, row)) return { row, access };
  }
  return fail(seen ? problems.insufficientPermissions : dataNotFound);
}

const onData = (need: DataNeed): AccessRule<Params, FoundData> => ({
  permit: need.permit,
  problems: [dataNotFound, problems.insufficientPermissions],
  changes: 'inTwin',
  byQuery: true,
  resolve: (params, context) => resolve(need, params, context),
});

export const dataForReading = onData(reading);
export const dataForManaging = onData(managing);
export const dataForMoving = onData(moving);

export interface FoundPair extends FoundData {
  /** The other twin. */
  readonly twinId: string;
}

const onPair = (
  unseen: typeof twinNotFound | typeof associationNotFound,
): AccessRule<Params & { readonly twinId: string }, FoundPair> => ({
  permit: associating.permit,
  problems: [dataNotFound, unseen, problems.insufficientPermissions],
  changes: 'inTwin',
  async resolve(params, context) {
    const found = await resolve(associating, params, context);
    if (isFailed(found)) return found;
    const twinId = params.twinId.toLowerCase();
    const other = await context.ports.access.of(context.db, context.caller, twinId);
    if (!other?.visible) return fail(unseen);
    return mayAssociate(other) ? { ...found, twinId } : fail(problems.insufficientPermissions);
  },
});

/** Data, and a twin with which it is to be associated; or with which it is. */
export const dataAndTwin = onPair(twinNotFound);
export const dataAndItsTwin = onPair(associationNotFound);

/** Whether the holder of a link may still write. */
export async function mayStillManage(
  db: Reader,
  row: DataRow,
  { userId, clientId }: { readonly userId: string; readonly clientId: string },
  { access, people }: Pick<Ports, 'access' | 'people'>,
): Promise<boolean> {
  const caller = await people.callerOf(db, userId, clientId);
  const held = caller && (await access.of(db, caller, row.twin_id));
  return (caller && held && mayManage(held, caller, row)) ?? false;
}

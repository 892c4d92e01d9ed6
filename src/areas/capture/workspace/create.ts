import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import { createData } from '../../../reality-jobs/access.ts';
import { newId } from '../../../std/ids.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { twinNotFound } from '../errors.ts';
import type { WorkspaceRow } from '../tables.ts';
import type { WorkspaceCreate } from './schema.ts';
import { insertWorkspace } from './store.ts';

/** In a twin it is reality data, too: a folder, into which clients put files for their jobs. */
export async function createWorkspace({ name, twinId, captureVersion }: WorkspaceCreate, context: Context) {
  const { ports, caller, now } = context;
  if (!twinId && caller.mode === 'Test') return fail(problems.insufficientPermissions); // it would be in no sandbox
  const access = twinId ? await twinAccess(context, twinId, twinNotFound, createData) : undefined;
  if (isFailed(access)) return access;
  const twin = access?.twin.id ?? null;
  const outcome = await context.write(async (tx) => {
    const data = { name, type: 'Unstructured', ownerId: caller.userId, purpose: 'workspace' } as const;
    const row: WorkspaceRow = {
      id: twin === null ? newId() : await ports.realityData.create(tx, { ...data, twinId: twin }),
      twin_id: twin,
      name,
      capture_version: captureVersion || ports.settings.reality.captureVersion,
      created: now,
      created_by: caller.userId,
    };
    await insertWorkspace(tx, row);
    return row;
  });
  return isFailed(outcome) ? outcome : reply(201, { workspace: workspaceView(outcome) });
}

export const workspaceView = ({ id, twin_id, name, capture_version, created }: WorkspaceRow) => ({
  id,
  createdDateTime: isoTime(created),
  name,
  captureVersion: capture_version,
  ...(twin_id === null ? {} : { twinId: twin_id }),
});

import { eventually } from '../../../../test/support/eventually.ts';
import { join } from '../../../../test/support/membership.ts';
import { type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import { jsonOf } from '../../../std/json.ts';
import { type ExportRow, q } from '../tables.ts';

export interface People {
  readonly p: Platform;
  /** Administers every twin of the organization. */
  readonly administrator: Person;
  /** Owner of the twin, and no administrator. */
  readonly owner: Person;
  /** A member with a permission. */
  readonly member: Person;
  /** Nobody in the twin. */
  readonly stranger: Person;
  readonly accountId: string;
}

export interface Fixture extends People {
  readonly twinId: string;
  /** Completed, with a file. */
  readonly completed: string;
  /** Completed, its file removed. */
  readonly removed: string;
  /** Has not begun. */
  readonly queued: string;
  /** Whose export is `queued`. */
  readonly busyTwin: string;
}

export async function peopleOf(p: Platform): Promise<People> {
  const organizationId = await p.organization();
  const administrator = await p.person({ organizationId, roles: ['account_administrator'] });
  const [owner, member] = [await p.person({ organizationId }), await p.person({ organizationId })];
  const { twin } = requireSuccess(await p.call(administrator, 'GET /twins/myprimaryaccount'));
  return { p, administrator, owner, member, stranger: await p.person(), accountId: twin.id };
}

export async function fixtureOf(people: People): Promise<Fixture> {
  const { p, administrator, owner, member } = people;
  const [{ id: twinId }, { id: busyTwin }] = [
    await p.twin(administrator, { displayName: 'Bridge: north/south' }),
    await p.twin(administrator, { displayName: 'Busy' }),
  ];
  for (const twin of [twinId, busyTwin]) {
    await p.call(administrator, `POST /accesscontrol/twins/${twin}/members/owners`, { body: { email: owner.email } });
    await join(p, administrator, twin, member, ['storage_read']);
  }
  const removed = await exported(people, twinId);
  requireSuccess(await p.call(owner, `DELETE /archives/exports/${removed}`));
  const completed = await exported(people, twinId);
  return { ...people, twinId, completed, removed, queued: await heldExport(p, busyTwin, owner), busyTwin };
}

/** Makes an export, and waits for its end; answers its id. */
export async function exported(
  { p, administrator }: Pick<People, 'p' | 'administrator'>,
  twinId: string,
  choices: object = {},
): Promise<string> {
  const made = await p.call(administrator, 'POST /archives/exports', { body: { twinId, choices } });
  const { id } = requireSuccess(made).export;
  await ended(p, administrator, id);
  return id;
}

/** The export once its job has ended. */
export const ended = (p: Platform, who: Person, id: string) =>
  eventually(async () => {
    const { export: one } = requireSuccess(await p.call(who, `GET /archives/exports/${id}`));
    if (['Queued', 'Running'].includes(one.state)) throw new Error(`The export is ${one.state}.`);
    return one;
  });

/** An export whose job comes much later. */
export async function heldExport(p: Platform, twinId: string, by: Person): Promise<string> {
  const id = crypto.randomUUID();
  await p.app.db.write(async (tx) => {
    const jobId = await p.app.ports.jobs.enqueue(tx, {
      ...{ kind: 'archives.export', twinId, title: 'Export Busy', createdBy: by.userId, payload: { exportId: id } },
      ...{ runAt: Date.now() + 86_400_000, resource: `/archives/exports/${id}` },
    });
    await tx.run(
      q.insertInto('archive_exports').values(newRow({ id, twin_id: twinId, job_id: jobId, created_by: by.userId })),
    );
  });
  return id;
}

type Given = Pick<ExportRow, 'id' | 'twin_id' | 'job_id' | 'created_by'> & Partial<ExportRow>;

/** A row of an export that has not begun. */
export const newRow = (given: Given): ExportRow => ({
  ...{ state: 'Queued', step: null, choices: jsonOf({ recycleBin: true, history: false, derived: false }) },
  ...{
    file_name: 'Busy 2026-11-27T0900Z.twin',
    created: Date.now(),
    started: null,
    ended: null,
    expires: null,
    error: null,
  },
  ...{ snapshot: null, plan_blob: null, parts_blob: null, counts: null, manifest_sha256: null, report: null },
  ...{ file_blob: null, size: null },
  ...given,
});

/** The bytes of the file of an export. */
export async function fileOf(p: Platform, who: Person, id: string): Promise<Buffer> {
  const { status, headers } = await p.call(who, `GET /archives/exports/${id}/file`);
  if (status !== 302) throw new Error(`The file answered ${status}.`);
  return Buffer.from(await (await fetch(headers.get('location') ?? '')).arrayBuffer());
}

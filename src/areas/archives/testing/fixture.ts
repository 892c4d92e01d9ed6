import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
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
  /** An import of the owner that waits for its file. */
  readonly waiting: string;
  /** The same, its file sent. */
  readonly sent: string;
  /** Refused. */
  readonly refused: string;
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
  const { import: waiting } = requireSuccess(
    await p.call(owner, 'POST /archives/imports', { body: { fileName: 'later.zip' } }),
  );
  const { id: refused } = await imported(p, owner, Buffer.from('This is no archive.'));
  const imports = { waiting: waiting.id, refused, sent: await sentImport(p, owner, Buffer.from('An archive')) };
  return { ...people, twinId, completed, removed, queued: await heldExport(p, busyTwin, owner), busyTwin, ...imports };
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
      kind: 'archives.export',
      twinId,
      title: 'Export Busy',
      createdBy: by.userId,
      payload: { exportId: id },
      runAt: Date.now() + 86_400_000,
      resource: `/archives/exports/${id}`,
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
  state: 'Queued',
  step: null,
  choices: jsonOf({ recycleBin: true, history: false, derived: false }),
  file_name: 'Busy 2026-11-27T0900Z.twin',
  created: Date.now(),
  started: null,
  ended: null,
  expires: null,
  error: null,
  snapshot: null,
  plan_blob: null,
  parts_blob: null,
  counts: null,
  manifest_sha256: null,
  report: null,
  file_blob: null,
  size: null,
  ...given,
});

/** The bytes of the file of an export. */
export async function fileOf(p: Platform, who: Person, id: string): Promise<Buffer> {
  const { status, headers } = await p.call(who, `GET /archives/exports/${id}/file`);
  if (status !== 302) throw new Error(`The file answered ${status}.`);
  return Buffer.from(await (await fetch(headers.get('location') ?? '')).arrayBuffer());
}

/** Sends an archive; answers the id of the import. */
export async function sentImport(p: Platform, who: Person, file: Buffer, fileName = 'bridge.zip'): Promise<string> {
  const { import: made } = requireSuccess(await p.call(who, 'POST /archives/imports', { body: { fileName } }));
  const sent = await fetch(made._links.uploadUrl.href, {
    method: 'PUT',
    body: new Uint8Array(file),
    headers: { 'x-ms-blob-type': 'BlockBlob' },
  });
  if (sent.status !== 201) throw new Error(`The upload answered ${sent.status}: ${await sent.text()}`);
  return made.id;
}

/** Sends an archive, and waits for the end of its check; answers the import. */
export async function imported(p: Platform, who: Person, file: Buffer) {
  const id = await sentImport(p, who, file);
  requireSuccess(await p.call(who, `POST /archives/imports/${id}/complete`));
  return checkedImport(p, who, id);
}

/** The import once its job has ended. */
export const checkedImport = (p: Platform, who: Person, id: string) =>
  eventually(async () => {
    const { import: one } = requireSuccess(await p.call(who, `GET /archives/imports/${id}`));
    if (one.state === 'Checking') throw new Error('The import is checked.');
    return one;
  });

/** What is below the base folder of an archive, by its path. */
export async function payloadOf(file: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(file, { lazyEntries: true });
  const found = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileName.slice(37);
    found.set(path, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return found;
}

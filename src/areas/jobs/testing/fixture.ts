import assert from 'node:assert/strict';
import { eventually } from '../../../../test/support/eventually.ts';
import type { Person, Platform } from '../../../../test/support/platform.ts';
import { JobFailure, type JobKind, type NewJob } from '../../../kernel/jobs/job.ts';

const releases = new Map<string, PromiseWithResolvers<void>>();

const releaseOf = (jobId: string): PromiseWithResolvers<void> => {
  const known = releases.get(jobId) ?? Promise.withResolvers<void>();
  releases.set(jobId, known);
  return known;
};

/** Lets a job of kind "test.hold" go on to its end. */
export const release = (jobId: string): void => releaseOf(jobId).resolve();

/** Lets all of them go on: after a test, so that they do not stay. */
export function releaseAll(): void {
  for (const one of releases.values()) one.resolve();
}

const hold: JobKind = {
  kind: 'test.hold',
  maxAttempts: 3,
  cancellable: true,
  retryable: true,
  permission: 'storage_write',
  async run({ id, signal, progress, log }) {
    progress({ step: 'Counting', done: 1, total: 3, unit: 'photos', message: 'One of three' });
    log('Began.');
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
    await Promise.race([releaseOf(id).promise, aborted]);
    signal.throwIfAborted();
    progress({ done: 3 });
  },
};

/** Kinds that wait until they are released or cancelled, and that fail. */
export const testKinds = [
  hold,
  { ...hold, kind: 'test.stubborn', cancellable: false, retryable: false },
  { ...hold, kind: 'test.internal', internal: true },
  {
    ...hold,
    kind: 'test.fail',
    async run() {
      throw new JobFailure('NoSuchFile', 'The file is gone.');
    },
  },
] as readonly JobKind<never>[];

/** A twin with its people, and a running job that the creator started in it. */
export interface Fixture {
  readonly p: Platform;
  readonly admin: Person;
  readonly creator: Person;
  /** A member who may start such jobs. */
  readonly worker: Person;
  /** A member who may not. */
  readonly reader: Person;
  readonly colleague: Person;
  readonly stranger: Person;
  readonly twinId: string;
  readonly jobId: string;
  add(kind: string, by: Person, more?: Partial<NewJob>): Promise<string>;
}

export async function fixtureOf(p: Platform): Promise<Fixture> {
  const organizationId = await p.organization();
  const admin = await p.person({ organizationId, roles: ['account_administrator'] });
  const twinId = (await p.twin(admin)).id;
  const [creator, worker, reader] = await Promise.all([1, 2, 3].map(() => p.person({ organizationId })));
  if (!creator || !worker || !reader) throw new Error('Nobody came.');
  const join = async (person: Person, permission: string) => {
    const body = { displayName: `Role ${person.userId}`, description: 'For a test', permissions: [permission] };
    const role = await p.call(admin, `POST /accesscontrol/twins/${twinId}/roles`, { body });
    const members = [{ email: person.email, roleIds: [role.body.role?.id] }];
    const added = await p.call(admin, `POST /accesscontrol/twins/${twinId}/members/users`, { body: { members } });
    if (added.status !== 201) throw new Error(JSON.stringify([role.body, added.body]));
  };
  await join(creator, 'storage_read');
  await join(worker, 'storage_write');
  await join(reader, 'storage_read');
  const add: Fixture['add'] = (kind, by, more = {}) =>
    p.app.db.write((tx) =>
      p.app.jobs.enqueue(tx, {
        kind,
        twinId,
        title: 'Import duplex.ifc',
        createdBy: by.userId,
        payload: null,
        ...more,
      }),
    );
  return {
    p,
    admin,
    creator,
    worker,
    reader,
    twinId,
    add,
    colleague: await p.person({ organizationId }),
    stranger: await p.person(),
    jobId: await add('test.hold', creator, { resource: '/storage/files/x' }),
  };
}

/** The job once it is in that state. */
export async function inState(fixture: Fixture, jobId: string, state: string): Promise<string> {
  const { db, jobs } = fixture.p.app;
  await eventually(async () => assert.equal((await jobs.find(db, jobId))?.state, state));
  return jobId;
}

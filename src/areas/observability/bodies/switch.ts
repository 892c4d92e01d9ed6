import type { Context } from '../../../api/http/context.ts';
import type { AccessRule } from '../../../api/http/endpoint.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { logOfPerson } from '../../../kernel/audit.ts';
import type { ManagedApplication } from '../../../kernel/callers/people.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { RequestLog } from '../../../kernel/request-log/request-log.ts';
import { isoTimeOrNull } from '../../../std/iso-time.ts';
import { applicationNotFound } from '../errors.ts';

const minuteMs = 60_000;

/** An application that the caller manages: its creator, and the administrators of its organization. */
export const managed: AccessRule<{ readonly clientId: string }, ManagedApplication> = {
  permit: { level: 'caller', text: 'The creator of the application, and administrators of its organization.' },
  problems: [applicationNotFound],
  changes: 'shared',
  async resolve({ clientId }, { ports, db, caller }) {
    return (await ports.people.managedApplication(db, caller, clientId)) ?? fail(applicationNotFound);
  },
};

const view = (clientId: string, until: number | undefined) => ({
  bodies: { clientId, until: isoTimeOrNull(until) },
});

/** Until when bodies are kept. */
export async function readBodies({ clientId }: ManagedApplication, { db, now }: Context, log: RequestLog) {
  return reply(200, view(clientId, await log.switches.until(db, clientId, now)));
}

/** Keeps bodies for so many minutes from now. */
export async function keepBodies(application: ManagedApplication, minutes: number, context: Context, log: RequestLog) {
  const until = context.now + minutes * minuteMs;
  const done = await context.write(async (tx) => {
    await log.switches.set(tx, application.clientId, until);
    await record(tx, application, `for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`, context);
  });
  return isFailed(done) ? done : reply(200, view(application.clientId, until));
}

/** Keeps no more bodies, and removes those that are there. */
export async function forgetBodies(application: ManagedApplication, context: Context, log: RequestLog) {
  const done = await context.write(async (tx) => {
    await log.switches.clear(tx, application.clientId);
    await record(tx, application, 'no longer', context);
  });
  if (isFailed(done)) return done;
  await log.flush(); // what waits may hold some
  await log.forgetBodies(application.clientId);
  return noContent;
}

const record = (tx: Transaction, application: ManagedApplication, detail: string, { ports, by }: Context) =>
  ports.audit.record(tx, {
    action: 'application.bodiesKept',
    owner: logOfPerson({ id: application.createdBy, organizationId: application.organizationId }),
    by,
    about: { type: 'Application', id: application.clientId, name: application.displayName },
    detail,
  });

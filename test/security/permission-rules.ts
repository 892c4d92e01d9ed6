import type { Endpoint, Permit } from '../../src/api/http/endpoint.ts';
import {
  administrators,
  everybody,
  holders,
  inCharge,
  inTwin,
  members,
  onlyMaker,
  owners,
} from '../support/verdicts.ts';
import type { Exception, Verdict, Verdicts } from '../support/world-part.ts';
import { worldTable } from '../support/world-parts.ts';

/** Callers with a good token, by what they are to the twin of the world. */
export const callers = [
  'stranger',
  'member without it',
  'member with exactly it',
  'owner',
  'organization administrator',
  'unknown service application',
] as const;
export type CallerName = (typeof callers)[number];

/** Access rules of conventions.md section 4: who has no access to the twin gets 404, who lacks the permission 403. */
const byLevel: Readonly<Record<Permit['level'], Verdicts>> = {
  caller: everybody,
  visible: members,
  member: members,
  permission: holders,
  owner: owners,
  administrator: administrators,
};

const webhooks: Exception = {
  row: administrators,
  because:
    "webhooks are for administrators and for services, which see only their own (events.md); a person's other rights do not count",
};
const invitation: Exception = {
  row: inCharge,
  because: 'an invitation is there for its sender and for who is in charge only (access-control.md section 5)',
};
const groupOfAccount: Exception = {
  row: [404, 403, 403, 403, 'passes', 403],
  because:
    'only groups of an Account have invitations; its users see the Account, its administrators manage its groups',
};
const memberJobs: Exception = {
  or: 'administration_remove_member',
  because: 'either permission lets one see jobs of members',
};
const maker: Exception = { row: onlyMaker, because: 'it belongs to who made it; the administrator did' };
const kindOfJob: Exception = {
  permission: 'administration_invite_member',
  because: 'who may start such a job; the one of the world changes members',
};

/** Where the level of the permit alone does not say it. */
export const exceptions: Readonly<Record<string, Exception>> = {
  ...worldTable('exceptions'),
  'twins.createTwin': inTwin('twins_create'),
  'twins.getExport': maker,
  'accessControl.getTwinMemberInvitation': invitation,
  'accessControl.deleteTwinMemberInvitation': invitation,
  'accessControl.acceptTwinMemberInvitation': {
    row: [403, 'passes', 'passes', 'passes', 'passes', 403],
    because: 'it is for the invited person; members get 204 whatever the invitation (access-control.md section 5)',
  },
  'accessControl.getTwinGroupInvitations': groupOfAccount,
  'accessControl.deleteTwinGroupInvitation': groupOfAccount,
  'accessControl.createTwinJob': memberJobs,
  'accessControl.getTwinJob': memberJobs,
  'accessControl.getTwinJobActions': memberJobs,
  'jobs.getJobs': { row: members, because: 'with twinId: for the members of the twin' },
  'jobs.cancelJob': kindOfJob,
  'jobs.retryJob': kindOfJob,
  'audit.getEntries': {
    row: [403, 403, 403, 403, 'passes', 403],
    because: 'the log of an organization is for its administrators, and not hidden from the others',
  },
  'webhooks.createWebhook': webhooks,
  'webhooks.getWebhooks': {
    row: [403, 403, 403, 403, 'passes', 'passes'],
    because: 'every service application may list its own webhooks',
  },
  'applications.getApplication': maker,
  'applications.updateApplication': maker,
  'applications.deleteApplication': maker,
  'applications.createSecret': maker,
  'applications.deleteConsent': maker,
  'storage.getTopLevelFoldersAndFilesByTwin': inTwin('storage_read'),
  'storage.getFoldersAndFilesInRecycleBin': inTwin('storage_read'),
};

/** Requests that cannot succeed although their caller may make them. */
export const cannotSucceed: Readonly<Record<string, number>> = {
  ...worldTable('cannotSucceed'),
  'jobs.cancelJob': 409, // it may have ended already
  'jobs.retryJob': 409, // jobs that change members are not retried
};

export function verdictOf({ id, access }: Endpoint, caller: CallerName): Verdict {
  const row = exceptions[id]?.row ?? byLevel[access.permit.level];
  return row[callers.indexOf(caller)] ?? 404;
}

/** The permissions that the two members hold: exactly the one in question, and all the others. */
export function heldBy({ id, access }: Endpoint, caller: CallerName, all: readonly string[]): readonly string[] {
  const needed = exceptions[id]?.permission ?? access.permit.permission;
  if (needed === undefined) return caller === 'member with exactly it' ? all : [];
  if (caller === 'member with exactly it') return [needed];
  const others = exceptions[id]?.permission ? [] : (access.permit.or ?? []);
  const enough = [needed, exceptions[id]?.or ?? [], others].flat();
  return all.filter((name) => !enough.includes(name));
}

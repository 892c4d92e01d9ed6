import type { Endpoint, Permit } from '../../src/kernel/http/endpoint.ts';

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

export type Verdict = 'passes' | 403 | 404;
type Row = readonly [Verdict, Verdict, Verdict, Verdict, Verdict, Verdict];

const everybody: Row = ['passes', 'passes', 'passes', 'passes', 'passes', 'passes'];
const members: Row = [404, 'passes', 'passes', 'passes', 'passes', 404];
const holders: Row = [404, 403, 'passes', 'passes', 'passes', 404];
const owners: Row = [404, 403, 403, 'passes', 'passes', 404];
const inCharge: Row = [404, 404, 404, 'passes', 'passes', 404];
const onlyMaker: Row = [404, 404, 404, 404, 'passes', 404];
const administrators: Row = [403, 403, 403, 403, 'passes', 404];

/** Access rules of conventions.md section 4: who has no access to the twin gets 404, who lacks the permission 403. */
const byLevel: Readonly<Record<Permit['level'], Row>> = {
  caller: everybody,
  visible: members,
  member: members,
  permission: holders,
  owner: owners,
  administrator: administrators,
};

interface Exception {
  readonly because: string;
  readonly row?: Row;
  readonly permission?: string;
  /** A second permission that would do as well. */
  readonly or?: string;
}

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
const inTwin = (permission: string): Exception => ({
  row: holders,
  permission,
  because: 'the query or the body names the twin, which is looked up after validation',
});
const inModel = (permission: string): Exception => ({
  ...inTwin(permission),
  because: 'the query or the body names the model, which is looked up after validation',
});
const ofMembers: Exception = {
  row: members,
  because: 'the query names the twin, which is looked up after validation',
};
const inMembersTwin: Exception = {
  row: [403, 'passes', 'passes', 'passes', 'passes', 403],
  because: 'creating operations know no 404: an unknown twin of the body is 403 (saved-views.md section 3.0)',
};
const scenesOf = (permission: string): Exception => ({
  row: [403, 403, 'passes', 'passes', 'passes', 403],
  permission,
  because: 'who has no access to the twin of a list or a creation is told so (scenes.md section 3.0)',
});
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
  'changedElements.createComparisonJob': { ...inTwin('models_read'), or: 'models_webview' },
  'changedElements.updateTracking': inTwin('models_write'),
  'changedElements.getTracking': { ...inTwin('models_read'), or: 'models_webview' },
  'changedElements.getChangesets': { ...inTwin('models_read'), or: 'models_webview' },
  'changedElements.getComparison': { ...inTwin('models_read'), or: 'models_webview' },
  'models.getModels': { ...inTwin('models_read'), or: 'models_webview' },
  'meshExport.getExports': { ...inModel('models_read'), or: 'models_webview' },
  'meshExport.startExport': inModel('models_read'),
  'savedViews.getAllSavedViews': ofMembers,
  'savedViews.getAllGroups': ofMembers,
  'savedViews.getAllTags': ofMembers,
  'savedViews.createSavedView': inMembersTwin,
  'savedViews.createGroup': inMembersTwin,
  'savedViews.createTag': inMembersTwin,
  'scenes.getAllScenes': scenesOf('scenes_read'),
  'scenes.createScene': scenesOf('scenes_write'),
  'scenes.getAllTags': scenesOf('scenes_read'),
  'scenes.createTag': scenesOf('scenes_write'),
  'storage.getTopLevelFoldersAndFilesByTwin': inTwin('storage_read'),
  'storage.getFoldersAndFilesInRecycleBin': inTwin('storage_read'),
};

/** Requests that cannot succeed although their caller may make them. */
export const cannotSucceed: Readonly<Record<string, number>> = {
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
  const enough = [needed, exceptions[id]?.or, ...(exceptions[id]?.permission ? [] : (access.permit.or ?? []))];
  return all.filter((name) => !enough.includes(name));
}

import { auditLog } from '../../src/areas/audit/log.ts';
import { type AuditAction, auditActions, isAuditAction } from '../../src/kernel/audit.ts';
import { silentLog } from '../../src/std/log.ts';

export { auditMigrations } from '../../src/areas/audit/tables.ts';

/** The real log of the audit area, over whatever database a transaction is of. */
export const testAudit = auditLog(silentLog, () => Date.now());

/** What the authorization server records; the other actions are of twins. Each has a test that does it. */
export const actionsOfSignIn: readonly AuditAction[] = [
  'user.signedIn',
  'user.delayed',
  'user.signedOff',
  'user.registered',
  'user.joined',
  'user.changed',
  'user.invited',
  'user.uninvited',
  'password.resetRequested',
  'password.reset',
  'password.changed',
  'session.ended',
  'consent.given',
  'consent.withdrawn',
  'token.revoked',
  'application.created',
  'application.changed',
  'application.secretRenewed',
  'application.deleted',
  'organization.created',
  'setup.applied',
];

/** What other areas and the store of files record; each has a test beside it. */
export const actionsOfAreas: readonly AuditAction[] = [
  'twin.deleted',
  'twin.exported',
  'twin.archiveFetched',
  'twin.restored',
  'webhook.created',
  'application.bodiesKept',
  'webhook.changed',
  'webhook.deleted',
  'system.created',
  'system.changed',
  'system.deleted',
  'system.tested',
  'detector.published',
  'detector.unpublished',
  'content.changed',
  'content.missing',
  'sandbox.created',
  'sandbox.claimed',
  'sandbox.deleted',
];

export const actionsOfTwins: readonly AuditAction[] = Object.keys(auditActions)
  .filter(isAuditAction)
  .filter((action) => !actionsOfSignIn.includes(action) && !actionsOfAreas.includes(action));

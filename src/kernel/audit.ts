import { nilUuid } from '../std/ids.ts';
import type { Source } from '../std/source.ts';
import { modeOf } from './callers/mode.ts';
import type { Mode } from './callers/people.ts';
import type { Reader, Transaction } from './db/database.ts';

/*
 * The log of what matters: who did what that concerns access, when, from where and about what. An area records it in
 * the transaction of the change, so that neither is without the other.
 */

/** Everything that is recorded, with what it means. */
export const auditActions = {
  'user.signedIn': 'Somebody signed in, or was refused.',
  'user.delayed': 'Too many attempts: further ones have to wait.',
  'user.signedOff': 'A person signed off.',
  'user.registered': 'An account was made.',
  'user.joined': 'A person who had an account joined the organization.',
  'user.changed': 'State or roles of a person in the organization were changed.',
  'user.invited': 'Somebody was invited into the organization.',
  'user.uninvited': 'That invitation was withdrawn.',
  'password.resetRequested': 'A link to a new password was asked for.',
  'password.reset': 'A new password was set by such a link.',
  'password.changed': 'A person changed their password, or tried to without the old one.',
  'session.ended': 'A session of a person was ended from another place, with the tokens made in it.',
  'consent.given': 'A person let an application act for them.',
  'consent.withdrawn': 'A person took that back; tokens of the application for them ended.',
  'token.revoked': 'An application gave a token back.',
  'application.created': 'An application was registered.',
  'application.changed': 'Settings of an application were changed.',
  'application.secretRenewed': 'An application got a new secret.',
  'application.bodiesKept': 'Bodies of requests of an application are kept for a while, or no longer.',
  'application.deleted': 'An application was deleted; its tokens ended.',
  'organization.created': 'The organization was made.',
  'setup.applied': 'The server started with a set-up file that names the organization.',
  'member.added': 'Somebody, or a group, became a member of a twin.',
  'member.changed': 'A member of a twin got other roles.',
  'member.removed': 'A member left a twin or was removed.',
  'member.invited': 'Somebody was invited into a twin or a group.',
  'member.uninvited': 'That invitation was withdrawn.',
  'role.created': 'A role of a twin was made.',
  'role.changed': 'A role of a twin was changed.',
  'role.deleted': 'A role of a twin was deleted, and taken from all who held it.',
  'group.created': 'A group of a twin was made.',
  'group.changed': 'A group of a twin was changed; the people in it are what counts.',
  'group.deleted': 'A group of a twin was deleted.',
  'share.created': 'A share key of a twin was made.',
  'share.deleted': 'A share key of a twin was deleted.',
  'twin.deleted': 'A twin was deleted; what is in it is kept for 30 days.',
  'twin.exported': 'An archive of a twin was asked for.',
  'twin.archiveFetched': 'Somebody was given the address of an archive of a twin.',
  'twin.restored': 'A deleted twin was brought back.',
  'sandbox.created': 'A sandbox of test mode was made.',
  'sandbox.claimed': 'A sandbox became a production twin.',
  'sandbox.deleted': 'A sandbox was deleted, or its time was over; all that was in it goes.',
  'webhook.created': 'A webhook was made.',
  'webhook.changed': 'A webhook was changed, or tried out.',
  'webhook.deleted': 'A webhook was deleted.',
  'system.created': 'A system of Federation got credentials for the first time.',
  'system.changed': 'Address or credentials of a system of Federation were replaced.',
  'system.deleted': 'A system of Federation was deleted, with its credentials.',
  'system.tested': 'The credentials of a system of Federation were tried out.',
  'detector.published': 'A version of a detector was published to all.',
  'detector.unpublished': 'A version of a detector that was published to all was withdrawn.',
  'content.changed': 'The stored bytes of a content are not those that were stored: it is not served.',
  'content.missing': 'Stored bytes of a content are missing, or cannot be read: a check of the store found it.',
} as const;

export type AuditAction = keyof typeof auditActions;

export const isAuditAction = (text: string): text is AuditAction => Object.hasOwn(auditActions, text);

export const auditOutcomes = ['Succeeded', 'Refused'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** Who does something, and from where. What is not known is null: before a sign-in nobody is known to be anybody. */
export interface Actor extends Source {
  readonly userId: string | null;
  readonly clientId: string | null;
  readonly email: string | null;
}

/** In whose log something stands: an organization's, or that of a person without one. */
export interface AuditOwner {
  readonly organizationId: string | null;
  readonly userId: string | null;
}

export const auditSubjects = [
  'User',
  'Group',
  'Application',
  'Organization',
  'Role',
  'Invitation',
  'Share',
  'Setup',
  'Twin',
  'Archive',
  'Webhook',
  'System',
  'Detector',
  'Content',
  'Sandbox',
] as const;

export interface AuditSubject {
  readonly type: (typeof auditSubjects)[number];
  readonly id: string;
  /** As it was called then. */
  readonly name: string;
}

/** Something to record. It never holds a secret. */
export interface AuditRecord {
  readonly action: AuditAction;
  /** Default: it succeeded. */
  readonly outcome?: AuditOutcome;
  readonly owner: AuditOwner;
  readonly by: Actor;
  readonly about: AuditSubject;
  readonly twinId?: string;
  /** Who sees it: those who ask in that mode. Absent: of something that belongs to neither, or of a production twin. */
  readonly mode?: Mode;
  /** What it came to, in a few words: the roles given, for example. */
  readonly detail?: string;
}

export interface AuditEntry extends Required<Omit<AuditRecord, 'twinId' | 'mode' | 'detail'>> {
  readonly id: string;
  /** Orders entries of the same time. */
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly twinId: string | null;
  readonly detail: string | null;
}

/** Absent members do not restrict. */
export interface AuditFilter {
  /** What is of twins of the other mode is left out. */
  readonly mode?: Mode | undefined;
  /** Milliseconds since 1970; `from` is in, `to` is not. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly action?: AuditAction | undefined;
  /** User id, e-mail or client id of who did it. */
  readonly actor?: string | undefined;
  /** Id or name of what it is about. */
  readonly about?: string | undefined;
  readonly twinId?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
  /** Only older entries than this one. */
  readonly before?: Pick<AuditEntry, 'position' | 'id'> | undefined;
}

export interface Audit {
  /** Writes an entry in the transaction of the change, and a line to the server's log once it is durable. */
  record(tx: Transaction, entry: AuditRecord): Promise<void>;
  /** Entries of one log, the newest first. */
  list(db: Reader, owner: AuditOwner, filter: AuditFilter, limit: number): Promise<AuditEntry[]>;
}

const nowhere: Source = { address: '', userAgent: '', correlationId: '' };

/** Who does what nobody asked for: maintenance, the set-up file. */
export const theSystem: Actor = { ...nowhere, userId: nilUuid, clientId: null, email: null };

/** A caller of an API; without a source where it is not known any more. */
export const actorOf = (
  caller: { readonly userId: string; readonly clientId: string; readonly email: string },
  source: Source = nowhere,
): Actor => ({
  userId: caller.userId,
  clientId: caller.clientId,
  email: caller.email,
  address: source.address,
  userAgent: source.userAgent,
  correlationId: source.correlationId,
});

/** The log that belongs to a person: the organization's, or their own. */
export const logOfPerson = (person: { readonly id: string; readonly organizationId: string | null }): AuditOwner =>
  person.organizationId === null
    ? { organizationId: null, userId: person.id }
    : { organizationId: person.organizationId, userId: null };

/** What every entry about something of a twin has: it stands in the log of those who own its account. */
export const inTwinBy = (
  twin: Parameters<typeof logOfTwin>[0] & { readonly id: string; readonly sandboxId: string | null },
  by: Actor,
): Pick<AuditRecord, 'owner' | 'by'> & { readonly twinId: string; readonly mode: Mode } => ({
  owner: logOfTwin(twin),
  by,
  twinId: twin.id,
  mode: modeOf(twin),
});

/** The log of those who own a twin's account. */
export const logOfTwin = (twin: {
  readonly ownerOrganizationId: string | null;
  readonly ownerUserId: string | null;
}): AuditOwner => ({ organizationId: twin.ownerOrganizationId, userId: twin.ownerUserId });

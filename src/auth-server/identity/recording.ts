import { type Actor, type AuditOwner, type AuditSubject, logOfPerson } from '../../kernel/audit.ts';
import { nilUuid } from '../../std/ids.ts';
import type { Source } from '../../std/source.ts';
import type { ApplicationRow, OrganizationRow, UserRow } from '../tables.ts';

/*
 * People, applications and organizations as the audit log names them.
 */

type Person = Pick<UserRow, 'id' | 'email' | 'organization_id'>;

/** The organization's log, or the person's own. */
export const logOf = (person: Person): AuditOwner =>
  logOfPerson({ id: person.id, organizationId: person.organization_id });

export const logOfOrganization = (organizationId: string | null): AuditOwner => ({ organizationId, userId: null });

/** An application without organization stands in the log of who made it. */
export const logOfApplication = ({ organization_id, created_by }: ApplicationRow): AuditOwner =>
  logOfPerson({ id: created_by, organizationId: organization_id });

export const aboutUser = ({ id, email }: Person): AuditSubject => ({ type: 'User', id, name: email });

/**
 * Something about a person, in their log. Undefined: in no log but the server's own, since nobody is known by that name
 * and what was typed may be anything.
 */
export const concerning = (person: Person | undefined): { readonly owner: AuditOwner; readonly about: AuditSubject } =>
  person === undefined
    ? { owner: { organizationId: null, userId: null }, about: { type: 'User', id: nilUuid, name: '' } }
    : { owner: logOf(person), about: aboutUser(person) };

export const aboutApplication = ({ client_id, display_name }: ApplicationRow): AuditSubject => ({
  type: 'Application',
  id: client_id,
  name: display_name,
});

export const aboutOrganization = ({ id, name }: Pick<OrganizationRow, 'id' | 'name'>): AuditSubject => ({
  type: 'Organization',
  id,
  name,
});

export const aboutInvitation = (email: string): AuditSubject => ({ type: 'Invitation', id: email, name: email });

/** A person on our pages, or somebody of whom nothing is known yet. */
export const actingAs = (person: Person | undefined, { address, userAgent, correlationId }: Source): Actor => ({
  userId: person?.id ?? null,
  clientId: null,
  email: person?.email ?? null,
  address,
  userAgent,
  correlationId,
});

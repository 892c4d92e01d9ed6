import type { Mode, Tier } from '../kernel/callers/people.ts';
import { tables } from '../kernel/db/query.ts';
import { type JsonOf, readJson } from '../std/json.ts';

/*
 * The tables of the authorization server. Times are milliseconds since 1970, lists are JSON texts, ids of secrets
 * (codes, tokens, sessions, links) are stored as SHA-256 only.
 */

export type ActiveState = 'Active' | 'Disabled';
export type ApplicationType = 'Native' | 'SPA' | 'Web' | 'Service';

/** A list of texts in a column. */
export type JsonList = JsonOf<string[]>;

/** What the OpenID library or a page of ours wants to find again: its reader looks at what it needs. */
export type Payload = Readonly<Record<string, unknown>>;

export interface OrganizationRow {
  id: string;
  name: string;
  /** The installation id of the claim `ultimate_site`: ten digits. */
  site: string;
  created: number;
}

export interface UserRow {
  id: string;
  kind: 'user' | 'service';
  email: string;
  /** `fold(email)`, unique. */
  email_folded: string;
  /** PHC string of argon2id; null for service applications and users of an external provider. */
  password_hash: string | null;
  given_name: string;
  surname: string;
  display_name: string;
  /** Folded e-mail and names, for searches. */
  search_text: string;
  organization_id: string | null;
  /** Organization roles. */
  roles: JsonList;
  /** Directory groups. */
  groups: JsonList;
  state: ActiveState;
  /** When a mailed link, the set-up file or an external provider proved the e-mail; null until then. */
  email_proved: number | null;
  country: string;
  language: string;
  created: number;
  /** Signature of the password that the set-up file gave last, so that an unchanged file changes nothing. */
  setup_password: string | null;
  /** `<issuer> <subject>` at the external OpenID provider. */
  upstream_subject: string | null;
}

export interface ApplicationRow {
  client_id: string;
  type: ApplicationType;
  display_name: string;
  redirect_uris: JsonList;
  post_logout_redirect_uris: JsonList;
  scopes: JsonList;
  /** Keyed hash of the secret; the one before works until `old_secret_until`. */
  secret_hash: string | null;
  old_secret_hash: string | null;
  old_secret_until: number | null;
  /** The own user of a Service application. */
  user_id: string | null;
  /** What the tokens of a Service application hang on; a new one revokes all of them. */
  grant_id: string;
  organization_id: string | null;
  tier: Tier;
  trusted: number;
  state: ActiveState;
  created_by: string;
  created: number;
  modified: number;
  /** Hash of the secret that the set-up file gave last, so that an unchanged file changes nothing. */
  setup_secret: string | null;
  mode: Mode;
}

/** Every client id there has ever been: none is used again. */
export interface ClientIdRow {
  client_id: string;
}

export interface SigningKeyRow {
  kid: string;
  /** JSON Web Key, sealed. */
  private_key: string;
  created: number;
  signs_from: number;
}

/** What the OpenID library keeps: sessions, codes, refresh tokens, grants, device codes; and our sign-in states. */
export interface PayloadRow {
  /** SHA-256 of kind and id. */
  id: string;
  kind: string;
  payload: JsonOf<Payload>;
  grant_id: string | null;
  account_id: string | null;
  client_id: string | null;
  /** Session's public id, or SHA-256 of a device's user code. */
  lookup: string | null;
  consumed: number | null;
  expires: number;
}

/** What a token hangs on: itself, a session, or the grant it was issued for. */
export type Subject = `jti ${string}` | `sid ${string}` | `grant ${string}`;

export interface RevocationRow {
  subject: Subject;
  revoked: number;
  /** No token that it concerns lives longer. */
  expires: number;
}

export interface ConsentRow {
  user_id: string;
  client_id: string;
  scopes: JsonList;
  granted: number;
}

export type MailLinkKind = 'invitation' | 'registration' | 'password' | 'administrator';

export interface MailLinkRow {
  /** SHA-256 of the token in the link. */
  id: string;
  kind: MailLinkKind;
  email: string;
  organization_id: string | null;
  /** Organization roles that an invitation gives. */
  roles: JsonList;
  /** Path below the authorization server to go on to. */
  return_to: string | null;
  created: number;
  expires: number;
}

export interface AttemptRow {
  /** SHA-256 of what the attempts were made on: an e-mail, known or not; a client; an address or network. */
  id: string;
  attempts: number;
  /** When they began to count. */
  since: number;
  wait_until: number;
  /** When the row says nothing any more. */
  expires: number;
}

/** What a person can recognize a session by; the session itself is a payload. */
export interface SessionRow {
  /** Its public id, `sid` in tokens. */
  uid: string;
  user_id: string;
  began: number;
  /** Not exact to the minute. */
  used: number;
  address: string;
  user_agent: string;
}

export interface AuthTables {
  auth_organizations: OrganizationRow;
  auth_users: UserRow;
  auth_applications: ApplicationRow;
  auth_client_ids: ClientIdRow;
  auth_signing_keys: SigningKeyRow;
  auth_payloads: PayloadRow;
  auth_revocations: RevocationRow;
  auth_consents: ConsentRow;
  auth_mail_links: MailLinkRow;
  auth_attempts: AttemptRow;
  auth_sessions: SessionRow;
}

export const q = tables<AuthTables>();

/** The text list in a JSON column. */
export const listOf = (json: JsonList): string[] => readJson(json);

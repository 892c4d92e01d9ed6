import { type AreaArchive, namedKind } from '../api/archive/kind.ts';

/** What of the tables of the authorization server goes into the archive of a twin. */
export const authServerArchive: AreaArchive = {
  kinds: [
    namedKind({
      kind: 'people/person',
      table: 'auth_users',
      order: 'people',
      columns: `id=key:person* kind=text email=email email_folded=- password_hash=secret given_name=text surname=text
display_name=text search_text=- organization_id=- roles=- groups=- state=- email_proved=- country=-
language=- created=- setup_password=secret upstream_subject=secret`,
      note: 'Only those that a record names, in data/people.ndjson. No hash, no role, no organization, no group.',
    }),
  ],
  excused: {
    auth_applications: 'Accounts, applications, keys and sessions of this server.',
    auth_attempts: 'Accounts, applications, keys and sessions of this server.',
    auth_client_ids: 'Accounts, applications, keys and sessions of this server.',
    auth_consents: 'Accounts, applications, keys and sessions of this server.',
    auth_mail_links: 'Accounts, applications, keys and sessions of this server.',
    auth_organizations: 'Accounts, applications, keys and sessions of this server.',
    auth_payloads: 'Accounts, applications, keys and sessions of this server.',
    auth_revocations: 'Accounts, applications, keys and sessions of this server.',
    auth_sessions: 'Accounts, applications, keys and sessions of this server.',
    auth_signing_keys: 'Accounts, applications, keys and sessions of this server.',
  },
};

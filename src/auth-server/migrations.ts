import type { Migration } from '../kernel/db/database.ts';

export const authMigrations: Migration[] = [
  {
    id: 'auth-1',
    statements: [
      `CREATE TABLE auth_organizations (
        id {text} PRIMARY KEY,
        name {text} NOT NULL,
        site {text} NOT NULL,
        created bigint NOT NULL
      )`,
      `CREATE TABLE auth_users (
        id {text} PRIMARY KEY,
        kind {text} NOT NULL,
        email {text} NOT NULL,
        email_folded {text} NOT NULL UNIQUE,
        password_hash {text},
        given_name {text} NOT NULL,
        surname {text} NOT NULL,
        display_name {text} NOT NULL,
        search_text {text} NOT NULL,
        organization_id {text} REFERENCES auth_organizations (id),
        roles {text} NOT NULL,
        groups {text} NOT NULL,
        state {text} NOT NULL,
        email_proved bigint,
        country {text} NOT NULL,
        language {text} NOT NULL,
        created bigint NOT NULL,
        setup_password {text},
        upstream_subject {text} UNIQUE
      )`,
      'CREATE INDEX auth_users_by_organization ON auth_users (organization_id)',
      `CREATE TABLE auth_applications (
        client_id {text} PRIMARY KEY,
        type {text} NOT NULL,
        display_name {text} NOT NULL,
        redirect_uris {text} NOT NULL,
        post_logout_redirect_uris {text} NOT NULL,
        scopes {text} NOT NULL,
        secret_hash {text},
        old_secret_hash {text},
        old_secret_until bigint,
        user_id {text} REFERENCES auth_users (id),
        grant_id {text} NOT NULL,
        organization_id {text} REFERENCES auth_organizations (id),
        tier {text} NOT NULL,
        trusted bigint NOT NULL,
        state {text} NOT NULL,
        created_by {text} NOT NULL,
        created bigint NOT NULL,
        modified bigint NOT NULL,
        setup_secret {text}
      )`,
      'CREATE INDEX auth_applications_by_organization ON auth_applications (organization_id)',
      'CREATE INDEX auth_applications_by_creator ON auth_applications (created_by)',
      `CREATE TABLE auth_signing_keys (
        kid {text} PRIMARY KEY,
        private_key {text} NOT NULL,
        created bigint NOT NULL,
        signs_from bigint NOT NULL
      )`,
      `CREATE TABLE auth_payloads (
        id {text} PRIMARY KEY,
        kind {text} NOT NULL,
        payload {text} NOT NULL,
        grant_id {text},
        account_id {text},
        client_id {text},
        lookup {text},
        consumed bigint,
        expires bigint NOT NULL
      )`,
      'CREATE INDEX auth_payloads_by_grant ON auth_payloads (grant_id)',
      'CREATE INDEX auth_payloads_by_account ON auth_payloads (account_id)',
      'CREATE INDEX auth_payloads_by_client ON auth_payloads (client_id)',
      'CREATE INDEX auth_payloads_by_lookup ON auth_payloads (lookup)',
      'CREATE INDEX auth_payloads_by_expiry ON auth_payloads (expires)',
      `CREATE TABLE auth_revocations (
        subject {text} PRIMARY KEY,
        revoked bigint NOT NULL,
        expires bigint NOT NULL
      )`,
      'CREATE INDEX auth_revocations_by_time ON auth_revocations (revoked)',
      `CREATE TABLE auth_consents (
        user_id {text} NOT NULL,
        client_id {text} NOT NULL,
        scopes {text} NOT NULL,
        granted bigint NOT NULL,
        PRIMARY KEY (user_id, client_id)
      )`,
      'CREATE INDEX auth_consents_by_client ON auth_consents (client_id)',
      `CREATE TABLE auth_mail_links (
        id {text} PRIMARY KEY,
        kind {text} NOT NULL,
        email {text} NOT NULL,
        organization_id {text},
        roles {text} NOT NULL,
        return_to {text},
        created bigint NOT NULL,
        expires bigint NOT NULL
      )`,
      `CREATE TABLE auth_failures (
        id {text} PRIMARY KEY,
        failures bigint NOT NULL,
        since bigint NOT NULL,
        locked_until bigint NOT NULL
      )`,
    ],
  },
  {
    id: 'auth-2',
    statements: [
      'DROP TABLE auth_failures',
      `CREATE TABLE auth_attempts (
        id {text} PRIMARY KEY,
        attempts bigint NOT NULL,
        since bigint NOT NULL,
        wait_until bigint NOT NULL,
        expires bigint NOT NULL
      )`,
      'CREATE INDEX auth_attempts_by_expiry ON auth_attempts (expires)',
      `CREATE TABLE auth_sessions (
        uid {text} PRIMARY KEY,
        user_id {text} NOT NULL,
        began bigint NOT NULL,
        used bigint NOT NULL,
        address {text} NOT NULL,
        user_agent {text} NOT NULL
      )`,
      'CREATE INDEX auth_sessions_by_use ON auth_sessions (used)',
    ],
  },
  {
    id: 'auth-3',
    statements: [
      'CREATE TABLE auth_client_ids (client_id {text} PRIMARY KEY)',
      'INSERT INTO auth_client_ids (client_id) SELECT client_id FROM auth_applications',
    ],
  },
  {
    id: 'auth-indexes',
    statements: [
      `CREATE INDEX auth_users_grouped ON auth_users (groups) WHERE groups <> '[]'`,
      'CREATE INDEX auth_applications_by_user ON auth_applications (user_id)',
      'CREATE INDEX auth_mail_links_by_email ON auth_mail_links (kind, email)',
      'CREATE INDEX auth_mail_links_by_organization ON auth_mail_links (organization_id)',
    ],
  },
  {
    id: 'auth-modes',
    statements: [`ALTER TABLE auth_applications ADD COLUMN mode {text} NOT NULL DEFAULT 'Production'`],
  },
];

import type Provider from 'oidc-provider';
import type { Invitations } from '../api/ports/access.ts';
import type { Config } from '../config/config.ts';
import type { Audit } from '../kernel/audit.ts';
import type { ContentCheck } from '../kernel/blobs/check/run.ts';
import type { ApplicationWatch, OrganizationWatch } from '../kernel/callers/people.ts';
import type { Database } from '../kernel/db/database.ts';
import type { Outbox } from '../kernel/mail/port.ts';
import type { Log } from '../std/log.ts';
import type { SecretBox } from '../std/secrets.ts';
import type { Revocations } from './store/revocations.ts';
import type { SigningKeys } from './store/signing-keys.ts';

/** What the authorization server needs of the rest of the program. */
export interface AuthServerOptions {
  readonly config: Pick<
    Config,
    'authUrl' | 'baseUrl' | 'scopeAliases' | 'registration' | 'upstream' | 'trustedProxies' | 'testMode'
  >;
  readonly db: Database;
  readonly secrets: SecretBox;
  readonly sendMail: Outbox['send'];
  readonly audit: Audit;
  readonly log: Log;
  /** Makes what every organization has (its Account twin), in the transaction that makes the organization. */
  readonly onOrganizationCreated: OrganizationWatch['created'];
  /** Runs in the transaction that disables or deletes an application. */
  readonly onApplicationEnded: ApplicationWatch['ended'];
  readonly invitations: Pick<Invitations, 'isInvited' | 'accept' | 'look'>;
  /** Client ids of the pages of this server itself: nobody is asked whether they may act for them. */
  readonly ownClients: readonly string[];
  /** What the last check of all stored content found; undefined before there was one. */
  readonly lastCheck: () => Promise<ContentCheck | undefined>;
}

/** What all parts of the authorization server share. */
export interface Core extends Omit<AuthServerOptions, 'config'> {
  /** {auth_url}: scheme, host and path, without a trailing slash. */
  readonly issuer: string;
  /** Path of the issuer: empty, or begins with "/". */
  readonly path: string;
  readonly host: string;
  readonly https: boolean;
  readonly baseUrl: string;
  /** The scope of all APIs and its aliases. */
  readonly apiScopes: readonly string[];
  readonly registration: Config['registration'];
  readonly upstream: Config['upstream'];
  /** Whether tokens of test applications count. */
  readonly testMode: boolean;
  readonly keys: SigningKeys;
  readonly revocations: Revocations;
  /** The OpenID library, made anew whenever the signing keys change. */
  readonly provider: () => Provider;
}

/** The identifier under which the library knows the platform's APIs. */
export const resourceOf = (core: Pick<Core, 'issuer'>): string => `${core.issuer}/resources`;

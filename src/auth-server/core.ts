import type Provider from 'oidc-provider';
import type { Config } from '../config.ts';
import type { Actor, Audit } from '../kernel/audit.ts';
import type { Database, Transaction } from '../kernel/db/database.ts';
import type { Log } from '../kernel/log.ts';
import type { SecretBox, SendMail } from '../kernel/ports.ts';
import type { Revocations } from './store/revocations.ts';
import type { SigningKeys } from './store/signing-keys.ts';

/** What the authorization server needs of the rest of the program. */
export interface AuthServerOptions {
  readonly config: Pick<
    Config,
    'authUrl' | 'baseUrl' | 'scopeAliases' | 'registration' | 'upstream' | 'trustedProxies'
  >;
  readonly db: Database;
  readonly secrets: SecretBox;
  readonly sendMail: SendMail;
  readonly audit: Audit;
  readonly log: Log;
  /** Makes what every organization has (its Account twin), in the transaction that makes the organization. */
  readonly onOrganizationCreated: (
    tx: Transaction,
    organization: { readonly id: string; readonly name: string },
  ) => Promise<void>;
  /** Runs in the transaction that disables or deletes an application. */
  readonly onApplicationEnded: (tx: Transaction, clientId: string, how: 'disabled' | 'deleted') => Promise<void>;
  readonly invitations: TwinInvitations;
  /** Client ids of the pages of this server itself: nobody is asked whether they may act for them. */
  readonly ownClients: readonly string[];
}

/** Invitations to twins, which another area keeps. */
export interface TwinInvitations {
  /** True while anybody waits for this person to join a twin; lets them register. */
  isInvited(email: string): Promise<boolean>;
  /** Makes the person who acts a member. `otherPerson`: the invitation is for somebody else. */
  accept(by: Actor, twinId: string, invitationId: string): Promise<'accepted' | 'unknown' | 'otherPerson'>;
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
  readonly keys: SigningKeys;
  readonly revocations: Revocations;
  /** The OpenID library, made anew whenever the signing keys change. */
  readonly provider: () => Provider;
}

/** The identifier under which the library knows the platform's APIs. */
export const resourceOf = (core: Pick<Core, 'issuer'>): string => `${core.issuer}/resources`;

import type * as OpenIdClient from 'openid-client';
import type { Transaction } from '../../kernel/db/database.ts';
import { jsonOf } from '../../std/json.ts';
import type { Source } from '../../std/source.ts';
import { isCleanLine } from '../../std/text.ts';
import type { Core } from '../core.ts';
import { putPayload, takePayload } from '../store/payloads.ts';
import { insertUser, names, updateUser, userByEmail, userByUpstreamSubject } from '../store/users.ts';
import type { Payload, UserRow } from '../tables.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { emailFault } from './field-rules.ts';
import { actingAs, concerning } from './recording.ts';
import { recordSignIn } from './sign-in.ts';

/*
 * A company's own OpenID provider instead of passwords. It says who somebody is; whether they may come in, and what
 * they may do, stays here.
 */

const kind = 'UpstreamSignIn';
const answeredWithinMs = 15 * 60_000;
export const upstreamPath = '/account/upstream';
const loopbacks = ['localhost', '127.0.0.1', '[::1]'];

interface Connection {
  readonly client: typeof OpenIdClient;
  readonly configuration: OpenIdClient.Configuration;
}

const connections = new WeakMap<Core, Promise<Connection>>();

/** The provider's metadata, read at the first sign-in and kept; a failure is tried again at the next. */
function connectionOf(core: Core): Promise<Connection> {
  const known = connections.get(core) ?? connectTo(core);
  connections.set(core, known);
  known.catch(() => connections.delete(core));
  return known;
}

/** Reads the metadata of a provider: documents of 1 MB at most, each within ten seconds. */
export async function connectTo({ upstream }: Pick<Core, 'upstream'>): Promise<Connection> {
  if (upstream === undefined) throw new Error('No external OpenID provider is configured.');
  const client = await import('openid-client');
  const issuer = new URL(upstream.issuer);
  const plain = issuer.protocol === 'http:' && loopbacks.includes(issuer.hostname);
  const execute = [client.enableNonRepudiationChecks, ...(plain ? [client.allowInsecureRequests] : [])];
  const configuration = await client.discovery(issuer, upstream.clientId, upstream.clientSecret, undefined, {
    execute,
    timeout: 10,
    [client.customFetch]: boundedFetch,
  });
  return { client, configuration };
}

interface Underway {
  readonly browserId: string;
  readonly verifier: string;
  readonly nonce: string;
  /** Our page that asked to sign in, with its query. */
  readonly back: string;
}

function underwayIn(payload: Payload): Underway {
  const text = (name: string) => String(payload[name] ?? '');
  return { browserId: text('browserId'), verifier: text('verifier'), nonce: text('nonce'), back: text('back') };
}

/** The provider's address to send a browser to. */
export async function upstreamAddress(
  core: Core,
  browserId: string,
  back: string,
  loginHint?: string,
): Promise<string> {
  const { client, configuration } = await connectionOf(core);
  const state = client.randomState();
  const underway: Underway = {
    browserId,
    verifier: client.randomPKCECodeVerifier(),
    nonce: client.randomNonce(),
    back,
  };
  const expires = Date.now() + answeredWithinMs;
  await core.db.write((tx) => putPayload(tx, { kind, id: state, payload: { ...underway }, expires }));
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: core.issuer + upstreamPath,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(underway.verifier),
    code_challenge_method: 'S256',
    state,
    nonce: underway.nonce,
    ...(loginHint ? { login_hint: loginHint } : {}),
  });
  return address.href;
}

/** `lost`: the answer fits no sign-in of this browser. `refused`: the provider, or the state of the user, says no. */
export type UpstreamAnswer =
  | { readonly outcome: 'lost' }
  | { readonly outcome: 'refused'; readonly back: string }
  | { readonly outcome: 'signedIn'; readonly back: string; readonly user: UserRow };

const how = 'external provider';
const refused = { action: 'user.signedIn', outcome: 'Refused', ...concerning(undefined), detail: how } as const;

/** Checks the provider's answer and finds or makes the user. */
export async function upstreamAnswer(
  core: Core,
  browserId: string | undefined,
  query: string,
  source: Source,
): Promise<UpstreamAnswer> {
  const state = new URLSearchParams(query).get('state');
  const found = state ? await takePayload(core.db, kind, state, Date.now()) : undefined;
  const underway = found && underwayIn(found);
  if (underway === undefined || state === null || underway.browserId !== browserId) return { outcome: 'lost' };
  const { back } = underway;
  const claims = await claimsOf(core, query, state, underway).catch((error: unknown) => {
    core.log.warn({ error: String(error) }, 'external sign-in refused');
    return undefined;
  });
  const user = await core.db.write(async (tx) => {
    const found = claims && (await userOf(core, tx, claims));
    if (found) await recordSignIn(core, tx, found, source, how);
    else await core.audit.record(tx, { ...refused, by: actingAs(undefined, source) });
    return found;
  });
  return user ? { outcome: 'signedIn', back, user } : { outcome: 'refused', back };
}

interface UpstreamClaims {
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly given_name?: unknown;
  readonly family_name?: unknown;
  readonly name?: unknown;
  readonly groups?: unknown;
}

async function claimsOf(
  core: Core,
  query: string,
  state: string,
  underway: Underway,
): Promise<UpstreamClaims | undefined> {
  const { client, configuration } = await connectionOf(core);
  const tokens = await client.authorizationCodeGrant(configuration, new URL(`${core.issuer}${upstreamPath}?${query}`), {
    pkceCodeVerifier: underway.verifier,
    expectedState: state,
    expectedNonce: underway.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) return undefined;
  const hasInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const info = hasInfo ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
  return { ...info, ...claims };
}

const mostGroups = 1000;

const textOf = (value: unknown): string =>
  typeof value === 'string' && isCleanLine(value) ? value.trim().slice(0, 100) : '';

const groupsOf = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.map(textOf))].filter((group) => group !== '').slice(0, mostGroups) : [];

/** By the provider's subject, else by a verified e-mail, else new. Names and groups follow the provider each time. */
async function userOf(core: Core, tx: Transaction, claims: UpstreamClaims): Promise<UserRow | undefined> {
  const now = Date.now();
  const subject = `${core.upstream?.issuer} ${claims.sub}`;
  const { email, proved } = emailIn(claims);
  const groups = groupsOf(claims.groups);
  const named = namesIn(claims);
  const holder = email === undefined ? undefined : await userByEmail(tx, email);
  const known = (await tx.first(userByUpstreamSubject, { subject })) ?? (proved ? unlinked(holder) : undefined);
  const address = holder === undefined || holder.id === known?.id ? email : undefined;
  if (known === undefined) {
    if (address === undefined) return undefined;
    const person = { ...named, email: address, organizationId: null, groups };
    return insertUser(tx, { ...person, emailProved: proved ? now : null, upstreamSubject: subject }, now);
  }
  if (known.state !== 'Active' || known.kind !== 'user') return undefined;
  const provedAddress = proved ? address : undefined;
  const change: Partial<UserRow> = {
    ...names({ ...named, email: provedAddress ?? known.email }),
    groups: jsonOf(groups),
    upstream_subject: subject,
    ...(provedAddress === undefined ? {} : { email_proved: known.email_proved ?? now }),
  };
  await updateUser(tx, known.id, change);
  return { ...known, ...change };
}

function emailIn({ email, email_verified }: UpstreamClaims) {
  const usable = typeof email === 'string' && !emailFault(email) ? email : undefined;
  return { email: usable, proved: usable !== undefined && email_verified === true };
}

function namesIn(claims: UpstreamClaims) {
  const named = { givenName: textOf(claims.given_name), surname: textOf(claims.family_name) };
  const displayName = `${named.givenName} ${named.surname}`.trim() || textOf(claims.name);
  return { ...named, ...(displayName ? { displayName } : {}) };
}

/** Somebody who was here before the provider, for example from the set-up file; nobody else's subject. */
const unlinked = (user: UserRow | undefined): UserRow | undefined =>
  user?.upstream_subject === null && user.kind === 'user' ? user : undefined;

import type { Core } from '../core.ts';
import { findPayload, putPayload, removePayload } from '../store/payloads.ts';

const kind = 'SignIn';
const keptMs = 30 * 60_000;

/** How far a browser has come with one authorization request (or one visit of /account/login). */
export interface SignInState {
  /** Typed on the first page. */
  readonly email?: string;
  /** The last attempt was refused. */
  readonly failed?: boolean;
  /** It was not even looked at, because of too many before; milliseconds since 1970. */
  readonly waitUntil?: number;
  /** Signed in for this request, so `prompt=login` and `select_account` are answered. */
  readonly signedIn?: boolean;
  /** Consented for this request, so `prompt=consent` is answered. */
  readonly consented?: boolean;
  readonly refused?: boolean;
}

const keyOf = (browserId: string, query: string): string => `${browserId}\n${query}`;

export async function signInState(core: Core, browserId: string | undefined, query: string): Promise<SignInState> {
  if (browserId === undefined) return {};
  const entry = await findPayload(core.db, kind, keyOf(browserId, query));
  return entry && entry.expires > Date.now() ? entry.payload : {};
}

export async function saveSignInState(core: Core, browserId: string, query: string, state: SignInState): Promise<void> {
  const expires = Date.now() + keptMs;
  await core.db.write((tx) => putPayload(tx, { kind, id: keyOf(browserId, query), payload: { ...state }, expires }));
}

export async function clearSignInState(core: Core, browserId: string, query: string): Promise<void> {
  await core.db.write((tx) => removePayload(tx, kind, keyOf(browserId, query)));
}

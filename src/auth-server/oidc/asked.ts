import type { IncomingMessage } from 'node:http';
import type { SignInState } from '../web/sign-in-state.ts';

/** An authorization request as the browser sent it, before the library's own reading of it. */
export interface Asked {
  readonly query: string;
  readonly scope: string | undefined;
  readonly prompts: ReadonlySet<string>;
  readonly state: SignInState;
}

const requests = new WeakMap<IncomingMessage, Asked>();

/** Keeps what was asked beside the request that the library handles. */
export const rememberAsked = (request: IncomingMessage, asked: Asked): void => void requests.set(request, asked);

export const askedOf = (request: IncomingMessage): Asked | undefined => requests.get(request);

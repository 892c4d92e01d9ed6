import { isObject } from './body.ts';
import { exits, Failure } from './failure.ts';
import type { Io } from './io.ts';
import { unreachable } from './oauth.ts';

export interface Person {
  readonly id: string;
  readonly displayName: string;
  readonly email: string;
}

/** Whom a token stands for. */
export async function personOf(io: Io, url: string, token: string, version: string): Promise<Person> {
  const address = `${url}/users/me`;
  let answer: Response;
  try {
    answer = await io.fetch(address, {
      headers: { Authorization: `Bearer ${token}`, 'User-Agent': `twin/${version}` },
      signal: io.interrupted,
      redirect: 'error',
    });
  } catch (error) {
    throw unreachable(address, error);
  }
  const body: unknown = answer.ok ? await answer.json() : await answer.body?.cancel();
  if (!answer.ok) throw new Failure(exits.notSignedIn, `${url} does not take this token (${answer.status}).`);
  return personIn(body);
}

/** The user of an answer. */
export function personIn(body: unknown): Person {
  const user = isObject(body) && isObject(body.user) ? body.user : {};
  return { id: String(user.id), displayName: String(user.displayName), email: String(user.email) };
}

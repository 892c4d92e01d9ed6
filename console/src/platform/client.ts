import { platformClient } from '@twin-platform/client';
import { problemOf } from './problem.ts';
import { reach } from './reach.ts';
import { renew, token } from './session.ts';
import { settings } from './settings.ts';

/** The platform's APIs, called as who is signed in. */
export const platform = platformClient({ ...settings, token, fetch: authorizedFetch });

/** A request that is answered 401 is made again with a new token. */
export async function authorizedFetch(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await reach(request);
  if (response.status !== 401) return response;
  await renew();
  again.headers.set('Authorization', `Bearer ${token()}`);
  return reach(again);
}

interface Answered<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a success; a refusal is thrown as a `Problem`. */
export async function answerOf<T>(call: Promise<Answered<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw problemOf(response, error);
  return data as T;
}

/** The body of a success with the sign of its version, which a change names. */
export async function taggedAnswerOf<T>(
  call: Promise<Answered<T>>,
): Promise<{ readonly answer: T; readonly etag: string }> {
  const answer = await answerOf(call);
  return { answer, etag: (await call).response.headers.get('etag') ?? '' };
}

/** A request to a path of the platform that has no JSON answer: images up, files down, streams. */
export async function requestOf(path: string, init: RequestInit = {}): Promise<Response> {
  const url = path.startsWith('/') ? settings.baseUrl + path : path;
  const request = new Request(url, init);
  request.headers.set('Authorization', `Bearer ${token()}`);
  const response = await authorizedFetch(request);
  if (!response.ok) throw problemOf(response, await response.json().catch(() => undefined));
  return response;
}

import { type SignIn, signIn } from './sign-in.ts';
import { jsonOf, type Steps } from './steps.ts';

/** A person signed in at a server. */
export interface Session {
  readonly steps: Steps;
  readonly baseUrl: string;
  readonly token: string;
  /** The JSON of an answer; `path` may be a whole address. `quiet`: nothing is printed. */
  call<T>(method: string, path: string, more?: CallOptions): Promise<T>;
}

interface CallOptions {
  readonly body?: unknown;
  readonly quiet?: boolean;
  readonly prefer?: 'representation';
  readonly accept?: string;
}

/** Signs in by the real pages. */
export async function openSession(steps: Steps, baseUrl: string, person: SignIn): Promise<Session> {
  steps.say(`Sign in at ${person.authUrl} as ${person.email}`);
  const token = await signIn(steps, person);
  return {
    steps,
    baseUrl,
    token,
    async call<T>(method: string, path: string, { body, quiet = false, prefer, accept }: CallOptions = {}) {
      const response = await steps.request(method, path.startsWith('http') ? path : baseUrl + path, {
        quiet,
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          ...(prefer ? { Prefer: `return=${prefer}` } : {}),
          ...(accept ? { Accept: accept } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return jsonOf<T>(response);
    },
  };
}

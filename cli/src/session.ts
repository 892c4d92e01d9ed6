import { isObject, type Members } from './body.ts';
import { exits, Failure } from './failure.ts';
import type { General } from './general-flags.ts';
import type { Io } from './io.ts';
import { refusalOf } from './refusal.ts';
import { type Sender, senderOf } from './send.ts';
import { type Settings, settingsOf } from './settings.ts';
import { tokensOf } from './token.ts';

/** A server, and requests to it as somebody. */
export interface Session {
  readonly settings: Settings;
  /** Answers of any status; the address may be a path of the platform, or whole and within its origin. */
  request(
    method: string,
    address: string,
    headers: Readonly<Record<string, string>>,
    body?: Uint8Array | string,
  ): Promise<Response>;
  /** The JSON of a success. */
  json(method: string, address: string, headers?: Readonly<Record<string, string>>): Promise<Members>;
  /** The address of the authorization server. */
  authUrl(): Promise<string>;
}

/** Opens it at the first use: commands that send nothing need no sign-in. */
export function sessionOf(io: Io, general: General, version: string): () => Promise<Session> {
  let opened: Promise<Session> | undefined;
  return () => {
    opened ??= open(io, general, version);
    return opened;
  };
}

async function open(io: Io, general: General, version: string): Promise<Session> {
  const settings = settingsOf(io, general);
  const tokens = await tokensOf(io, general, settings);
  const sender: Sender = senderOf({
    io,
    tokens,
    version,
    verbose: general.verbose ?? false,
    timeoutSeconds: general.timeout ?? 60,
  });
  const request: Session['request'] = async (method, address, headers, body) => {
    const whole = await wholeAddress(address, settings, tokens.authUrl);
    const answer = await sender.send({ method, address: whole, headers, body });
    return answer;
  };
  return {
    settings,
    request,
    authUrl: tokens.authUrl,
    async json(method, address, headers = {}) {
      const answer = await request(method, address, headers);
      if (!answer.ok)
        throw await refusalOf(answer, { method, address: await wholeAddress(address, settings, tokens.authUrl) });
      const body: unknown = await answer.json();
      return isObject(body) ? body : {};
    },
  };
}

/** Paths are of the platform; whole addresses must be within it, or within its authorization server. */
async function wholeAddress(address: string, { url }: Settings, authUrl: () => Promise<string>): Promise<string> {
  if (address.startsWith('/')) return url + address;
  const { origin } = new URL(address);
  if (origin === new URL(url).origin) return address;
  const auth = await authUrl().catch(() => undefined);
  if (auth !== undefined && origin === new URL(auth).origin) return address;
  throw new Failure(
    exits.rejected,
    `The server leads to ${origin}, which is not ${new URL(url).origin}. That was not followed.`,
  );
}

import { isObject, type Members } from './body.ts';
import { exits, Failure } from './failure.ts';
import type { Io } from './io.ts';

/** An authorization server, as it describes itself. */
export interface AuthServer {
  readonly authUrl: string;
  readonly tokenEndpoint: string;
  readonly deviceEndpoint: string;
  readonly revocationEndpoint: string;
}

const plain = (address: string): string => address.replace(/\/+$/, '');

/** The first of the addresses that describes an authorization server, which must be that very address. */
export async function findAuthServer(io: Io, url: string, given: string | undefined): Promise<AuthServer> {
  const candidates = given === undefined ? [`${plain(url)}/auth`, plain(url)] : [plain(given)];
  for (const authUrl of candidates) {
    const answer = await get(io, `${authUrl}/.well-known/openid-configuration`);
    if (answer === undefined) continue;
    if (answer.issuer !== authUrl)
      throw new Failure(
        exits.notSignedIn,
        `${authUrl} calls itself ${String(answer.issuer)}. Name that with --auth-url.`,
      );
    return {
      authUrl,
      tokenEndpoint: String(answer.token_endpoint),
      deviceEndpoint: String(answer.device_authorization_endpoint),
      revocationEndpoint: String(answer.revocation_endpoint),
    };
  }
  throw new Failure(
    exits.notFound,
    `There is no authorization server at ${candidates.join(' or ')}. Name it with --auth-url.`,
  );
}

async function get(io: Io, address: string): Promise<Members | undefined> {
  try {
    const answer = await io.fetch(address, { signal: io.interrupted, redirect: 'error' });
    const body: unknown = answer.status === 200 ? await answer.json() : undefined;
    if (answer.status !== 200) await answer.body?.cancel();
    return isObject(body) ? body : undefined;
  } catch (error) {
    throw unreachable(address, error);
  }
}

/** Why a server cannot be reached, in a sentence. */
export function unreachable(address: string, error: unknown): Failure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const { origin } = new URL(address);
  const reason = reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
  const isCertificate = /CERT|SIGNED|ISSUER|TLS|SSL/.test(code);
  const advice = isCertificate
    ? 'Name the certificate of your authority in NODE_EXTRA_CA_CERTS.'
    : 'Is the server running? Another address: --url or TWIN_URL.';
  return new Failure(exits.unreachable, `Cannot reach ${origin} (${reason}). ${advice}`);
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'unknown host',
  UND_ERR_SOCKET: 'connection closed',
};

/** A refusal, or the members of a success. */
export interface TokenAnswer {
  readonly status: number;
  readonly body: Members;
}

/** Posts a form to an OAuth endpoint. Throws what `fetch` throws where nobody answers. */
export async function post(io: Io, address: string, form: Readonly<Record<string, string>>): Promise<TokenAnswer> {
  const answer = await io.fetch(address, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { Accept: 'application/json' },
    signal: io.interrupted,
    redirect: 'error',
  });
  const text = await answer.text();
  try {
    const body: unknown = text === '' ? {} : JSON.parse(text);
    return { status: answer.status, body: isObject(body) ? body : {} };
  } catch {
    return { status: answer.status, body: {} };
  }
}

import { once } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { destinationOf } from '../../../kernel/outgoing/destination.ts';
import { requestTo } from '../../../kernel/outgoing/request.ts';
import type { Networks } from '../../../kernel/std/network.ts';
import { SystemFailure, SystemLate, unreached } from '../sql/failure.ts';
import { credentialOf } from '../system/credentials.ts';
import type { Credentials } from '../tables.ts';

const mostBytes = 20_000_000;
const longestSeconds = 60;

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: string | undefined;
}

const valueIn = (credentials: Credentials, name: string): string => credentialOf(credentials, 'Federation.Http', name);
export const baseOf = (credentials: Credentials): string => valueIn(credentials, 'BaseUrl');

function authorization(credentials: Credentials): OutgoingHttpHeaders {
  const of = (name: string): string => valueIn(credentials, name);
  switch (of('AuthType')) {
    case 'Basic':
      return { Authorization: `Basic ${Buffer.from(`${of('UserId')}:${of('Password')}`).toString('base64')}` };
    case 'Bearer':
      return { Authorization: `Bearer ${of('Token')}` };
    case 'ApiKey':
      return { [of('ApiKeyHeader')]: of('Token') };
    default:
      return {};
  }
}

/** What a service answers, as text. Redirects are not followed. Throws a `SystemFailure` or `SystemLate`. */
export const callService = (
  call: HttpCall,
  credentials: Credentials,
  allowed: Networks,
  signal: AbortSignal,
): Promise<string> => asked(call, credentials, allowed, signal, textOf);

/** Whether a service answers at its base address and takes the credentials: with which status. Throws as `callService`. */
export function statusOf(credentials: Credentials, allowed: Networks, signal: AbortSignal): Promise<number> {
  const url = baseOf(credentials);
  if (url === '') throw new SystemFailure("its property 'BaseUrl' is missing.");
  if (!/^https?:/i.test(url) || !URL.canParse(url)) throw new SystemFailure("its property 'BaseUrl' is no address.");
  return asked({ method: 'GET', url, body: undefined }, credentials, allowed, signal, async (answer) => {
    answer.destroy();
    const { statusCode = 0 } = answer;
    if ([401, 403, 407].includes(statusCode)) {
      throw new SystemFailure(`it refuses the credentials, with status ${statusCode}.`);
    }
    if (statusCode >= 500) throw new SystemFailure(`it answers with status ${statusCode}.`);
    return statusCode;
  });
}

async function asked<T>(
  { method, url, body }: HttpCall,
  credentials: Credentials,
  allowed: Networks,
  signal: AbortSignal,
  read: (answer: IncomingMessage) => Promise<T>,
): Promise<T> {
  const to = await destinationOf(url, allowed);
  if (to === 'notAllowed') throw new SystemFailure('this server may not connect to its network.');
  if (to === 'notFound') throw new SystemFailure('its server is not found.');
  const seconds = Math.min(longestSeconds, Math.max(1, Number(valueIn(credentials, 'TimeoutSeconds'))));
  const late = AbortSignal.timeout(seconds * 1000);
  const headers = {
    ...{ Accept: 'application/json', ...authorization(credentials) },
    ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
  };
  try {
    const request = requestTo(to, { method, headers, signal: AbortSignal.any([signal, late]) });
    request.end(body);
    const [answer]: IncomingMessage[] = await once(request, 'response');
    if (answer === undefined) throw new SystemFailure('it cannot be reached.');
    return await read(answer);
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) throw new SystemLate('The service took too long.');
    throw error instanceof SystemFailure ? error : new SystemFailure(unreached(error));
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const { statusCode = 0 } = answer;
  if (statusCode < 200 || statusCode > 299) {
    answer.destroy();
    throw new SystemFailure(`it answers with status ${statusCode}.`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > mostBytes) throw new SystemFailure(`its answer is larger than ${mostBytes / 1e6} MB.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

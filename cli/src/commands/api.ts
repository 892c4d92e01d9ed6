import { readArguments } from '../arguments.ts';
import { bytesOf, isObject } from '../body.ts';
import { wrongCall } from '../failure.ts';
import type { Io } from '../io.ts';
import { refusalOf } from '../refusal.ts';
import { type BuiltIn, sessionFor } from '../run.ts';
import type { Session } from '../session.ts';
import { originOf } from '../settings.ts';
import { nextOf } from '../twins.ts';

const forms = [
  { name: 'data', takes: 'one' },
  { name: 'header', short: 'H', takes: 'one' },
  { name: 'accept-version', takes: 'one' },
  { name: 'paginate', takes: 'none' },
] as const;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

/** `twin api <METHOD> <path>`: one request as it is, its answer as it came. */
export const api: BuiltIn = async ({ io, table, argv }) => {
  const { words, flags, general, problems } = readArguments(argv, forms);
  const [typed = '', path = '', ...more] = words;
  const method = typed.toUpperCase();
  const wrong = [
    ...problems,
    ...(methods.includes(method) ? [] : [`${typed === '' ? '<METHOD>' : typed}: one of ${methods.join(', ')}.`]),
    ...(path === '' ? ['<path>: required.'] : []),
    ...(more.length > 0 ? [`${more.join(' ')}: too many arguments.`] : []),
  ];
  const version = flags.get('accept-version')?.at(-1);
  if (version !== undefined && !/^\d{1,3}$/.test(version)) wrong.push(`--accept-version: "${version}" is no version.`);
  const headers = headersOf(flags.get('header') ?? [], version, wrong);
  if (wrong.length > 0)
    throw wrongCall(
      'Cannot send that.',
      wrong.map((one) => `  ${one}`),
    );
  const session = await sessionFor(io, general, table)();
  const address = addressOf(path, session);
  const data = flags.get('data')?.at(-1);
  const body = data === undefined ? undefined : await dataBytes(io, data);
  if (body !== undefined && !Object.keys(headers).some((name) => name.toLowerCase() === 'content-type'))
    headers['Content-Type'] = 'application/json';
  const answer = await session.request(method, address, headers, body);
  if (!answer.ok) throw await refusalOf(answer, { method, address });
  if (flags.get('paginate')?.at(-1) === 'true') return paginate(answer, headers, session, io);
  if (answer.body)
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) await io.stdout.write(chunk);
};

const dataBytes = async (io: Io, data: string): Promise<Uint8Array | string> =>
  data === '-' || data.startsWith('@') ? bytesOf(io, data.replace(/^@/, ''), '--data') : data;

function headersOf(given: readonly string[], version: string | undefined, wrong: string[]): Record<string, string> {
  const accept = version === undefined ? '*/*' : `application/vnd.vendor.twin-platform.v${version}+json`;
  const headers: Record<string, string> = { Accept: accept };
  for (const one of given) {
    const [, name, value = ''] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):\s*(.*)$/.exec(one) ?? [];
    if (name === undefined) wrong.push(`-H: "${one}" is no "Name: value".`);
    else if (name.toLowerCase() === 'authorization')
      wrong.push('-H: the token is never an argument; use --token-stdin.');
    else {
      for (const known of Object.keys(headers)) if (known.toLowerCase() === name.toLowerCase()) delete headers[known];
      headers[name] = value;
    }
  }
  return headers;
}

/** A path of the platform, or an address within it. */
function addressOf(path: string, { settings: { url } }: Session): string {
  if (!/^[a-z]+:\/\//i.test(path)) return path.startsWith('/') ? path : `/${path}`;
  if (originOf(path) === originOf(url)) return path;
  throw wrongCall(`${path} is not within ${url}.`);
}

/** The items of all pages, a line each. */
async function paginate(first: Response, headers: Record<string, string>, session: Session, io: Io): Promise<void> {
  let answer = first;
  for (;;) {
    const body: unknown = await answer.json();
    const items = Array.isArray(body) ? body : isObject(body) ? Object.values(body).find(Array.isArray) : undefined;
    if (items === undefined) throw wrongCall('The answer is no list. Leave --paginate out.');
    await io.stdout.write(items.map((item: unknown) => `${JSON.stringify(item)}\n`).join(''));
    const next = nextOf(body);
    if (next === undefined) return;
    answer = await session.request('GET', next, headers);
    if (!answer.ok) throw await refusalOf(answer, { method: 'GET', address: next });
  }
}

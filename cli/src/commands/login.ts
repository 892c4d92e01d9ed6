import { type FlagForm, readArguments } from '../arguments.ts';
import { type Credentials, type Profile, readConfigFile, writeConfigFile, writeCredentials } from '../config-files.ts';
import { exits, Failure, wrongCall } from '../failure.ts';
import { type Io, tell } from '../io.ts';
import { type AuthServer, findAuthServer, post, type TokenAnswer, unreachable } from '../oauth.ts';
import { personOf } from '../person.ts';
import type { BuiltIn } from '../run.ts';
import { originOf } from '../settings.ts';
import { harmless } from '../text.ts';
import { clientToken, credentialsOf, refusalOf } from '../token.ts';

const forms: readonly FlagForm[] = [
  { name: 'client-id', takes: 'one' },
  { name: 'auth-url', takes: 'one' },
  { name: 'no-browser', takes: 'none' },
  { name: 'client-secret-stdin', takes: 'none' },
];

const usualClient = 'native-cli';
const grant = 'urn:ietf:params:oauth:grant-type:device_code';

/** `twin login`: signs a person in by the device grant, or a service application by its secret. */
export const login: BuiltIn = async ({ io, table, argv }) => {
  const { words, flags, general, problems } = readArguments(argv, forms);
  const wrong = [...problems, ...(words.length > 0 ? [`${words.join(' ')}: too many arguments.`] : [])];
  if (wrong.length > 0)
    throw wrongCall(
      'Cannot sign in.',
      wrong.map((one) => `  ${one}`),
    );
  const config = readConfigFile(io);
  const name = general.profile ?? io.env.TWIN_PROFILE ?? config.default ?? 'default';
  const before = Object.hasOwn(config.profiles, name) ? config.profiles[name] : undefined;
  const url = (general.url ?? io.env.TWIN_URL ?? before?.url ?? 'http://localhost:3000').replace(/\/+$/, '');
  originOf(url);
  const hasMoved = before !== undefined && originOf(before.url) !== originOf(url);
  const server = await findAuthServer(io, url, flags.get('auth-url')?.at(-1) ?? io.env.TWIN_AUTH_URL);
  const clientId = flags.get('client-id')?.at(-1) ?? (hasMoved ? undefined : before?.clientId) ?? usualClient;
  const profile: Profile = {
    url,
    authUrl: server.authUrl,
    clientId,
    ...(before?.twin && !hasMoved ? { twin: before.twin } : {}),
  };
  // a folder that cannot be written is told before anybody signs in
  writeConfigFile(io, config);
  const credentials = await credentialsFor(io, {
    flags,
    tokenStdin: general.tokenStdin ?? false,
    server,
    clientId,
    url,
  });
  const person = await personOf(io, url, credentials.accessToken ?? '', table.index.version);
  writeCredentials(io, name, credentials);
  writeConfigFile(io, { default: config.default ?? name, profiles: { ...config.profiles, [name]: profile } });
  const who = `${harmless(person.displayName)} (${harmless(person.email)})`;
  await io.stdout.write(`Signed in to ${url} as ${who}, profile ${name}.\n`);
};

interface Asked {
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly tokenStdin: boolean;
  readonly server: AuthServer;
  readonly clientId: string;
  readonly url: string;
}

async function credentialsFor(io: Io, { flags, tokenStdin, server, clientId, url }: Asked): Promise<Credentials> {
  if (tokenStdin) return { accessToken: (await io.stdin.line()).trim(), expires: Number.MAX_SAFE_INTEGER };
  if (flags.get('client-secret-stdin')?.at(-1) === 'true') {
    if (!flags.has('client-id')) throw wrongCall('--client-secret-stdin needs --client-id.');
    const clientSecret = (await io.stdin.line()).trim();
    return { ...(await clientToken(io, url, server.authUrl, { clientId, clientSecret })), clientSecret };
  }
  const opens = io.stderr.isTerminal && flags.get('no-browser')?.at(-1) !== 'true';
  return byDevice(io, server, { clientId, url, opens });
}

/** RFC 8628: the person says yes in a browser, anywhere. */
async function byDevice(
  io: Io,
  { deviceEndpoint, tokenEndpoint }: AuthServer,
  { clientId, url, opens }: { readonly clientId: string; readonly url: string; readonly opens: boolean },
): Promise<Credentials> {
  const { status, body } = await asked(io, deviceEndpoint, {
    client_id: clientId,
    scope: 'twin-platform offline_access',
  });
  if (body.error === 'invalid_client' || body.error === 'unauthorized_client')
    throw new Failure(
      exits.notSignedIn,
      `${url} does not know the application ${clientId}. Register a Native application there and name it with --client-id.`,
    );
  if (status !== 200) throw new Failure(exits.notSignedIn, `The sign-in could not begin: ${refusalOf(body)}`);
  const address = String(body.verification_uri_complete ?? body.verification_uri);
  await tell(io, `Open ${harmless(address)}`);
  await tell(io, `Code ${harmless(String(body.user_code))}`);
  if (opens && /^https?:/.test(address)) io.open(address);
  const end = Date.now() + Number(body.expires_in ?? 600) * 1000;
  let seconds = Number(body.interval ?? 5);
  const form = { grant_type: grant, device_code: String(body.device_code), client_id: clientId };
  while (Date.now() < end) {
    await io.sleep(seconds * 1000);
    const answer = await post(io, tokenEndpoint, form).catch((error: unknown) => {
      if (io.interrupted.aborted) throw error;
      return undefined; // the connection may be back before the code expires
    });
    if (answer?.status === 200) return credentialsOf(answer.body);
    const error = answer?.body.error;
    if (error === 'slow_down') seconds += 5;
    else if (error === 'access_denied') throw new Failure(exits.notSignedIn, 'The sign-in was refused.');
    else if (error === 'expired_token') break;
    else if (answer !== undefined && answer.status < 500 && error !== 'authorization_pending')
      throw new Failure(exits.notSignedIn, `The sign-in failed: ${refusalOf(answer.body)}`);
  }
  throw new Failure(exits.notSignedIn, 'The code has expired. Run twin login again.');
}

async function asked(io: Io, address: string, form: Readonly<Record<string, string>>): Promise<TokenAnswer> {
  try {
    return await post(io, address, form);
  } catch (error) {
    throw unreachable(address, error);
  }
}

import { type Credentials, readCredentials, writeCredentials } from './config-files.ts';
import { exits, Failure } from './failure.ts';
import type { General } from './general-flags.ts';
import type { Io } from './io.ts';
import { findAuthServer, post, type TokenAnswer, unreachable } from './oauth.ts';
import type { Settings } from './settings.ts';

/** Gives the access token for each request. */
export interface Tokens {
  current(): Promise<string>;
  /** After a 401: another one, or undefined where there is none. */
  renewed(refused: string): Promise<string | undefined>;
  /** Whether a token would be there. */
  readonly authUrl: () => Promise<string>;
}

const early = 60;
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** By `--token-stdin`, `TWIN_TOKEN`, the credentials of an application in the environment, and the profile, in this order. */
export async function tokensOf(io: Io, general: General, settings: Settings): Promise<Tokens> {
  const authUrl = async (): Promise<string> =>
    (settings.isOfProfile ? settings.profile?.authUrl : undefined) ??
    io.env.TWIN_AUTH_URL ??
    (await findAuthServer(io, settings.url, undefined)).authUrl;
  const fixed = general.tokenStdin ? (await io.stdin.line()).trim() : io.env.TWIN_TOKEN;
  if (fixed) return { current: async () => fixed, renewed: async () => undefined, authUrl };
  const { TWIN_CLIENT_ID: clientId, TWIN_CLIENT_SECRET: clientSecret } = io.env;
  if (clientId && clientSecret) {
    const { current, renewed } = ofApplication(io, settings.url, { clientId, clientSecret });
    return { current, renewed, authUrl };
  }
  return { ...ofProfile(io, settings), authUrl };
}

const signedOut = (settings: Settings): Failure => {
  const option = settings.profileName === 'default' ? '' : ` --profile ${settings.profileName}`;
  return new Failure(exits.notSignedIn, `You are not signed in. Run: twin login${option} --url ${settings.url}`);
};

function ofApplication(
  io: Io,
  url: string,
  given: { clientId: string; clientSecret: string },
): Omit<Tokens, 'authUrl'> {
  let token: Promise<string> | undefined;
  const ask = () => clientToken(io, url, io.env.TWIN_AUTH_URL, given).then(({ accessToken = '' }) => accessToken);
  return {
    current: () => {
      token ??= ask();
      return token;
    },
    renewed: () => {
      token = ask();
      return token;
    },
  };
}

/** A token of a service application; fails where its secret is wrong. */
export async function clientToken(
  io: Io,
  url: string,
  authUrl: string | undefined,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
): Promise<Credentials> {
  const { tokenEndpoint } = await findAuthServer(io, url, authUrl);
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const { status, body } = await answerOf(io, tokenEndpoint, form);
  if (status !== 200) throw new Failure(exits.notSignedIn, `${clientId} could not sign in: ${refusalOf(body)}`);
  return credentialsOf(body);
}

export const refusalOf = (body: TokenAnswer['body']): string =>
  String(body.error_description ?? body.error ?? 'refused.');

/** The tokens of an answer. */
export const credentialsOf = (body: TokenAnswer['body']): Credentials => ({
  accessToken: String(body.access_token),
  expires: nowSeconds() + Number(body.expires_in ?? 3600),
  ...(typeof body.refresh_token === 'string' ? { refreshToken: body.refresh_token } : {}),
});

async function answerOf(io: Io, address: string, form: Readonly<Record<string, string>>): Promise<TokenAnswer> {
  try {
    return await post(io, address, form);
  } catch (error) {
    throw unreachable(address, error);
  }
}

function ofProfile(io: Io, settings: Settings): Omit<Tokens, 'authUrl'> {
  const { profile, profileName, isOfProfile, url } = settings;
  const read = async (): Promise<Credentials> => {
    if (profile === undefined) throw signedOut(settings);
    if (!isOfProfile)
      throw new Failure(exits.notSignedIn, `Profile ${profileName} is signed in to ${profile.url}, not to ${url}.`);
    const credentials = (await readCredentials(io))[profileName];
    if (credentials === undefined) throw signedOut(settings);
    return credentials;
  };
  /** Another process may have renewed it meanwhile: it is read again before. */
  const renew = async (refused: string | undefined): Promise<string> => {
    const credentials = await read();
    const { accessToken, expires = 0, refreshToken, clientSecret } = credentials;
    const isGood = accessToken !== undefined && accessToken !== refused && expires - early > nowSeconds();
    if (isGood) return accessToken;
    if (profile === undefined) throw signedOut(settings);
    const { clientId, authUrl } = profile;
    if (clientSecret !== undefined) {
      const made = await clientToken(io, url, authUrl, { clientId, clientSecret });
      writeCredentials(io, profileName, { ...made, clientSecret });
      return made.accessToken ?? '';
    }
    if (refreshToken === undefined) throw ended(profileName);
    const { tokenEndpoint } = await findAuthServer(io, url, authUrl);
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId };
    const { status, body } = await answerOf(io, tokenEndpoint, form);
    if (status !== 200) throw ended(profileName);
    const made = credentialsOf(body);
    // saved before it is used: the old one works only a little longer
    writeCredentials(io, profileName, { refreshToken, ...made });
    return made.accessToken ?? '';
  };
  return {
    current: () => renew(undefined),
    async renewed(refused) {
      const { refreshToken, clientSecret } = await read();
      return refreshToken === undefined && clientSecret === undefined ? undefined : renew(refused);
    },
  };
}

const ended = (profile: string): Failure =>
  new Failure(exits.notSignedIn, `Your sign-in has ended. Run: twin login --profile ${profile}`);

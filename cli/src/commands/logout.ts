import { readArguments } from '../arguments.ts';
import { readConfigFile, readCredentials, writeCredentials } from '../config-files.ts';
import { wrongCall } from '../failure.ts';
import { type Io, tell } from '../io.ts';
import { findAuthServer, post } from '../oauth.ts';
import type { BuiltIn } from '../run.ts';

/** `twin logout [--profile <name>] [--all]` */
export const logout: BuiltIn = async ({ io, argv }) => {
  const { words, general, problems } = readArguments(argv, []);
  const wrong = [...problems, ...(words.length > 0 ? [`${words.join(' ')}: too many arguments.`] : [])];
  if (wrong.length > 0)
    throw wrongCall(
      'Cannot sign out.',
      wrong.map((one) => `  ${one}`),
    );
  const config = readConfigFile(io);
  const known = await readCredentials(io);
  const name = general.profile ?? io.env.TWIN_PROFILE ?? config.default ?? 'default';
  if (!general.all && !Object.hasOwn(config.profiles, name)) throw wrongCall(`There is no profile ${name}.`);
  const names = general.all ? Object.keys(known) : [name];
  for (const one of names) {
    const token = known[one]?.refreshToken;
    const profile = config.profiles[one];
    if (token !== undefined && profile !== undefined) await revoke(io, one, profile, token);
    writeCredentials(io, one, undefined);
    await io.stdout.write(`Signed out of profile ${one}.\n`);
  }
};

/** The sign-in ends here whether the server hears of it or not. */
async function revoke(
  io: Io,
  name: string,
  { url, authUrl, clientId }: { readonly url: string; readonly authUrl: string; readonly clientId: string },
  token: string,
): Promise<void> {
  try {
    const { revocationEndpoint } = await findAuthServer(io, url, authUrl);
    const { status } = await post(io, revocationEndpoint, {
      token,
      token_type_hint: 'refresh_token',
      client_id: clientId,
    });
    if (status === 200) return;
  } catch {
    // told below
  }
  await tell(io, `twin: ${authUrl} could not be told; the sign-in of profile ${name} ends there by itself.`);
}

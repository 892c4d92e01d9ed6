import { readArguments } from '../arguments.ts';
import { readCredentials } from '../config-files.ts';
import { wrongCall } from '../failure.ts';
import { writeThing } from '../output.ts';
import { personIn } from '../person.ts';
import { type BuiltIn, sessionFor } from '../run.ts';

/** `twin whoami [--json]` */
export const whoami: BuiltIn = async ({ io, table, argv }) => {
  const { words, general, problems } = readArguments(argv, []);
  const wrong = [...problems, ...(words.length > 0 ? [`${words.join(' ')}: too many arguments.`] : [])];
  if (wrong.length > 0)
    throw wrongCall(
      'Cannot tell who you are.',
      wrong.map((one) => `  ${one}`),
    );
  const session = await sessionFor(io, general, table)();
  const { settings } = session;
  const user = personIn(
    await session.json('GET', '/users/me', { Accept: 'application/vnd.vendor.twin-platform.v1+json' }),
  );
  const own = general.tokenStdin || io.env.TWIN_TOKEN || io.env.TWIN_CLIENT_ID;
  const seconds = own || !settings.isOfProfile ? undefined : (await readCredentials(io))[settings.profileName]?.expires;
  const expires = seconds === undefined || seconds > 8e12 ? null : new Date(seconds * 1000).toISOString();
  const { given, by } = settings.twin ?? {};
  const twin = by === 'profile' ? (settings.profile?.twin ?? null) : (given ?? null);
  const told = { url: settings.url, profile: settings.isOfProfile ? settings.profileName : null, user, expires, twin };
  await writeThing(told, JSON.stringify(told), general, io);
};

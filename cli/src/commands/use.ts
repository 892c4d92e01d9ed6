import { readArguments } from '../arguments.ts';
import { isObject } from '../body.ts';
import { writeConfigFile } from '../config-files.ts';
import { exits, Failure, wrongCall } from '../failure.ts';
import { type BuiltIn, sessionFor } from '../run.ts';
import { settingsOf } from '../settings.ts';
import { harmless } from '../text.ts';
import { twinsOf } from '../twins.ts';

/** `twin use <twin>`, `twin use --none` */
export const use: BuiltIn = async ({ io, table, argv }) => {
  const { words, flags, general, problems } = readArguments(argv, [{ name: 'none', takes: 'none' }]);
  const none = flags.get('none')?.at(-1) === 'true';
  const [given, ...more] = words;
  const isWrong = problems.length > 0 || more.length > 0 || none === (given !== undefined);
  if (isWrong) throw wrongCall('Cannot choose a twin.', [...problems, 'Usage: twin use <twin>, or twin use --none']);
  const { config, profile, profileName } = settingsOf(io, general);
  if (profile === undefined) throw new Failure(exits.notSignedIn, 'You are not signed in. Run: twin login');
  const { twin: _, ...rest } = profile;
  const save = (changed: typeof profile) =>
    writeConfigFile(io, { ...config, profiles: { ...config.profiles, [profileName]: changed } });
  if (given === undefined) return save(rest);
  const session = sessionFor(io, general, table);
  const id = await twinsOf(io, session).idOf(given);
  const { twin } = await (await session()).json('GET', `/twins/${id}`, {
    Accept: 'application/vnd.vendor.twin-platform.v1+json',
  });
  const name = String(isObject(twin) ? twin.displayName : id);
  save({ ...rest, twin: { id, name } });
  await io.stdout.write(`Commands are about ${harmless(name)} now (${id}), profile ${profileName}.\n`);
};

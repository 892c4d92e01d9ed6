import { readArguments } from '../arguments.ts';
import { readConfigFile, writeConfigFile, writeCredentials } from '../config-files.ts';
import { wrongCall } from '../failure.ts';
import { listWriter } from '../output.ts';
import type { BuiltIn } from '../run.ts';

/** `twin profiles [list]`, `twin profiles remove <name>`, `twin profiles default <name>` */
export const profiles: BuiltIn = async ({ io, argv }) => {
  const { words, general, problems } = readArguments(argv, []);
  if (problems.length > 0)
    throw wrongCall(
      'Cannot do that.',
      problems.map((one) => `  ${one}`),
    );
  const [verb = 'list', name, ...more] = words;
  const config = readConfigFile(io);
  if (verb === 'list' || verb === 'ls') {
    const rows = Object.entries(config.profiles).map(([one, { url, clientId, twin }]) => ({
      name: one,
      url,
      clientId,
      twin: twin?.name ?? null,
      default: one === config.default,
    }));
    const writer = listWriter({
      io,
      general,
      columns: ['name', 'url', 'clientId', 'twin', 'default'],
      member: 'profiles',
    });
    await writer.items(rows);
    return writer.end();
  }
  if ((verb !== 'remove' && verb !== 'rm' && verb !== 'default') || name === undefined || more.length > 0)
    throw wrongCall('Cannot do that.', ['Usage: twin profiles [list] | remove <name> | default <name>']);
  if (!Object.hasOwn(config.profiles, name)) throw wrongCall(`There is no profile ${name}.`);
  if (verb === 'default') return writeConfigFile(io, { ...config, default: name });
  const left = Object.fromEntries(Object.entries(config.profiles).filter(([one]) => one !== name));
  const [first] = config.default === name ? Object.keys(left) : [config.default];
  writeCredentials(io, name, undefined);
  writeConfigFile(io, { ...(first === undefined ? {} : { default: first }), profiles: left });
};

import { readArguments } from '../arguments.ts';
import { wrongCall } from '../failure.ts';
import { listedAsJson } from '../help.ts';
import type { BuiltIn } from '../run.ts';
import { allOperations } from '../table.ts';

/** `twin commands [<text>] [--json]` */
export const commands: BuiltIn = async ({ io, table, argv }) => {
  const { words, general, problems } = readArguments(argv, []);
  if (problems.length > 0) throw wrongCall(problems.join(' '));
  const wanted = words.join(' ').toLowerCase();
  const listed = table.index.operations.filter(({ words: name, title, id }) =>
    `${name.join(' ')} ${title} ${id}`.toLowerCase().includes(wanted),
  );
  if (general.json) {
    const whole = new Map(allOperations(table).map((one) => [one.id, one]));
    const rows = listed.flatMap((one) => {
      const operation = whole.get(one.id);
      return operation ? [listedAsJson(operation, one)] : [];
    });
    return io.stdout.write(`${JSON.stringify(rows)}\n`);
  }
  const shown = listed.filter(({ hidden }) => !hidden);
  const width = io.stdout.isTerminal ? Math.max(0, ...shown.map(({ words: name }) => name.join(' ').length)) : 0;
  await io.stdout.write(
    shown.map(({ words: name, title }) => `${name.join(' ').padEnd(width)}${width ? '  ' : '\t'}${title}\n`).join(''),
  );
};

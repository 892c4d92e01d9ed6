import { wrongCall } from './failure.ts';
import { nearest } from './nearest.ts';
import type { Index, Listed } from './table.ts';

/** What the first words mean. */
export type Found =
  | { readonly is: 'operation'; readonly listed: Listed; readonly rest: readonly string[] }
  | { readonly is: 'group'; readonly words: readonly string[]; readonly rest: readonly string[] };

/** The operation that words name, or the commands that begin with them. Flags may stand anywhere behind the area. */
export function findCommand(argv: readonly string[], index: Index): Found {
  const [first = '', ...others] = argv;
  const area = index.areaAliases[first] ?? first;
  let candidates = index.operations.filter(({ words }) => words[0] === area);
  if (candidates.length === 0)
    throw unknownCommand([first], [...index.areas.map(({ name }) => name), ...index.builtIn]);
  const typed = [area];
  const rest = [...others];
  for (let at = 1; ; at++) {
    const done = candidates.find(({ words }) => words.length === at);
    if (done) return { is: 'operation', listed: done, rest };
    const place = rest.findIndex((word) => !word.startsWith('-'));
    const isFirst = place === 0;
    const word = isFirst ? rest[0] : undefined;
    if (word === undefined) return { is: 'group', words: typed, rest };
    const alias = index.verbAliases[word];
    const next = candidates.filter(({ words }) => words[at] === word);
    const byAlias = next.length === 0 && alias ? candidates.filter(({ words }) => words[at] === alias) : [];
    if (next.length === 0 && byAlias.length === 0) {
      const names = candidates.filter(({ hidden }) => !hidden).map(({ words }) => words.slice(at).join(' '));
      throw unknownCommand([...typed, word], names, typed);
    }
    candidates = next.length > 0 ? next : byAlias;
    typed.push(candidates[0]?.words[at] ?? word);
    rest.shift();
  }
}

function unknownCommand(words: readonly string[], names: readonly string[], before: readonly string[] = []) {
  const typed = words.at(-1) ?? '';
  return wrongCall(`"${words.join(' ')}" is no command.`, [
    `Did you mean ${nearest(typed, names)
      .map((one) => ['twin', ...before, one].join(' '))
      .join(', ')}?`,
    'All commands: twin commands',
  ]);
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { commandNames } from '../../src/api/openapi/command-names.ts';
import { type Command, commandsOf } from '../../src/api/openapi/commands.ts';
import { areaAliases, builtInCommands, reservedCommands } from '../../src/api/openapi/reserved-words.ts';
import { servedApis } from '../../src/start/served-apis.ts';

const commands = commandsOf(await servedApis());

/** The row of a command: how tools have named it since it came, by which people and scripts call it. */
const rowOf = ({ api, endpoint, words, positional, items, answer, body, namedBy }: Command): string =>
  [
    `${api.name}-v${api.version}`,
    endpoint.id,
    endpoint.method,
    endpoint.path,
    words.join(' '),
    positional.map((name) => (name.endsWith('...') ? `<${name.slice(0, -3)}>...` : `<${name}>`)).join(' '),
    items ?? '',
    answer,
    body,
    namedBy,
  ].join('\t');

const known = readFileSync(join(import.meta.dirname, 'commands.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1);

/** Says what to do about an operation whose command breaks a rule. */
const advice = (id: string) => `Add a name for '${id}' to src/api/openapi/command-names.ts.`;

describe('commands', () => {
  it('are those of commands.tsv, so that none changes by accident', () => {
    const rows = commands.map(rowOf);
    const lost = known.filter((row) => !rows.includes(row));
    const fresh = rows.filter((row) => !known.includes(row));
    assert.deepEqual(
      { lost, fresh },
      { lost: [], fresh: [] },
      'Rows that are new are added to test/conformance/commands.tsv; a command that people use already never changes.',
    );
  });

  it('are one for each operation, and no two are equal', () => {
    const byName = Map.groupBy(commands, ({ words }) => words.join(' '));
    const equal = [...byName].filter(([, all]) => all.length > 1);
    assert.deepEqual(
      equal.map(([name, [, second]]) => `${name} is two operations. ${advice(second?.endpoint.id ?? '')}`),
      [],
    );
  });

  it('are never the beginning of another one', () => {
    const begun = commands.filter(({ words }) =>
      commands.some(
        (other) => other.words.length > words.length && words.every((word, at) => other.words[at] === word),
      ),
    );
    assert.deepEqual(
      begun.map(({ words, endpoint }) => `${words.join(' ')} is the beginning of another one. ${advice(endpoint.id)}`),
      [],
    );
  });

  it('are words of small letters, digits and hyphens', () => {
    const odd = commands.filter(({ words }) => !words.every((word) => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(word)));
    assert.deepEqual(
      odd.map(({ words, endpoint }) => `${words.join(' ')}: ${advice(endpoint.id)}`),
      [],
    );
  });

  it('have areas and aliases that are no built-in and no reserved word', () => {
    const taken = new Set<string>([...builtInCommands, ...reservedCommands]);
    const areas = new Set(commands.map(({ words }) => words[0] ?? ''));
    const aliases = Object.keys(areaAliases);
    assert.deepEqual(
      [...areas, ...aliases].filter((name) => taken.has(name)),
      [],
    );
    assert.deepEqual(
      aliases.filter((name) => areas.has(name)),
      [],
    );
    assert.deepEqual(
      Object.values(areaAliases).filter((name) => !areas.has(name)),
      [],
    );
  });

  it('have exceptions for operations only that are there', () => {
    const ids = new Set(commands.map(({ endpoint }) => endpoint.id));
    assert.deepEqual(
      Object.keys(commandNames).filter((id) => !ids.has(id)),
      [],
    );
  });
});

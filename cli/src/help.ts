import { generalFlags } from './general-flags.ts';
import { flagsOf, typedName } from './operation-flags.ts';
import { usageOf } from './request.ts';
import type { Flag, Index, Listed, Operation } from './table.ts';

/** What the commands do that are no operation. */
export const builtInTexts: Readonly<Record<string, string>> = {
  login: 'Sign in to a platform.',
  logout: 'End the sign-in of a profile.',
  whoami: 'Who you are, and where.',
  use: 'Choose the twin that commands are about.',
  profiles: 'List, remove or choose sign-ins.',
  call: 'Call an operation by its id.',
  api: 'Send a request as it is.',
  commands: 'List all commands.',
  ls: 'List a folder of a twin.',
  upload: 'Send files into a twin.',
  download: 'Read files of a twin.',
  sync: 'Make a folder and one of a twin alike.',
  open: 'Open a page of the console.',
  doctor: 'Look for what is wrong.',
  refresh: 'Learn what a server of another version has.',
  completion: 'Complete words in a shell.',
  help: 'Help on a command.',
  version: 'The version of this tool.',
};

const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(0, ...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`.trimEnd());
};

const deprecated = (one: { readonly deprecated?: boolean }): string => (one.deprecated ? ' (deprecated)' : '');

/** Of the tool itself. */
export function helpOfTool({ areas, operations }: Index): string {
  const shown = areas.filter(({ name }) => operations.some((one) => one.words[0] === name && !one.hidden));
  return [
    'twin: the platform on the command line.',
    '',
    'Usage: twin <area> [<noun> …] <verb> [<argument> …] [--flag value …]',
    '',
    'First steps:',
    '  twin login --url http://localhost:3000',
    '  twin twins create --class Endeavor --subClass Project --displayName "Cork Harbour Bridge"',
    '  twin use "Cork Harbour Bridge"',
    '  twin upload pier.ifc --wait',
    '  twin open models',
    '',
    'Areas:',
    ...columns(shown.map(({ name, title }) => [name, title])),
    '',
    'Commands:',
    ...columns(Object.entries(builtInTexts)),
    '',
    'Flags of every command:',
    ...columns(generalFlags.map(generalLine)),
    '',
    'Help on a command: twin help <words>',
  ].join('\n');
}

const generalLine = ({
  name,
  short,
  value,
  optional,
  text,
}: (typeof generalFlags)[number]): readonly [string, string] => {
  const given = value === undefined ? '' : optional ? `[=<${value}>]` : ` <${value}>`;
  return [`${short === undefined ? '' : `-${short}, `}--${name}${given}`, text];
};

/** The commands that begin with some words. */
export function helpOfGroup(words: readonly string[], { operations, areas }: Index): string {
  const within = operations.filter((one) => !one.hidden && words.every((word, at) => one.words[at] === word));
  const area = areas.find(({ name }) => name === words[0]);
  const rows = within.map((one) => [`twin ${one.words.join(' ')}`, `${one.title}${deprecated(one)}`] as const);
  return [`${words.join(' ')}: ${area?.title ?? ''}`, '', ...columns(rows)].join('\n');
}

function flagLine(operation: Operation, flag: Flag): readonly [string, string] {
  const type = flag.enum ? flag.enum.join('|') : flag.type === 'array' ? `${flag.items ?? 'value'}…` : flag.type;
  const shown =
    flag.type === 'boolean' ? `--${typedName(operation, flag)}` : `--${typedName(operation, flag)} <${type}>`;
  const texts = [
    flag.required ? 'Required.' : '',
    flag.description?.replaceAll(/\s+/g, ' ') ?? '',
    flag.default === undefined ? '' : `Default ${JSON.stringify(flag.default)}.`,
  ];
  return [shown, texts.filter((one) => one !== '').join(' ')];
}

/** Everything that the contract says of a command. */
export function helpOfOperation(operation: Operation): string {
  const named = operation.flags.filter((flag) => !flag.hidden).map((flag) => flagLine(operation, flag));
  const other = flagsOf(operation)
    .filter(({ flag }) => flag === undefined)
    .map(({ name }): readonly [string, string] => [
      `--${name} <${otherFlags[name]?.[0] ?? 'value'}>`,
      otherFlags[name]?.[1] ?? '',
    ]);
  return [
    `${operation.title}${deprecated(operation)}`,
    '',
    ...(operation.description === '' ? [] : [operation.description, '']),
    `Usage: ${usageOf(operation)}`,
    ...(named.length + other.length === 0 ? [] : ['', 'Flags:', ...columns([...named, ...other])]),
    '',
    `Permission: ${operation.permission}`,
    ...(operation.example === undefined ? [] : ['', 'Example:', `  ${exampleOf(operation)}`]),
    '',
    `Operation:  ${operation.id}, ${operation.method} ${operation.path}`,
  ].join('\n');
}

const otherFlags: Readonly<Record<string, readonly [string, string]>> = {
  data: ['json|@file|-', 'The whole body; flags override its members.'],
  unset: ['member', 'Sends null for a member.'],
  file: ['path|-', 'The file that is sent.'],
  'content-type': ['type', 'Its media type; default by its name.'],
  prefer: ['minimal|representation', 'How much of it is answered.'],
  'if-match': ['etag', 'Only if it has not changed since.'],
};

function exampleOf(operation: Operation): string {
  const args = operation.positional.map(
    ({ name }) => `"$${name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}"`,
  );
  return [
    'twin',
    ...operation.words,
    ...args,
    `--data '${JSON.stringify(operation.example).replaceAll("'", "'\\''")}'`,
  ].join(' ');
}

/** All commands as one document. */
export const helpOfAll = (operations: readonly Operation[]): string =>
  [
    '# Commands',
    ...operations
      .filter(({ words }) => !/-(alias|legacy)$/.test(words.at(-1) ?? ''))
      .map((one) => `## twin ${one.words.join(' ')}\n\n\`\`\`\n${helpOfOperation(one)}\n\`\`\``),
  ].join('\n\n');

/** What `--json` shows of the table. */
export const listedAsJson = (operation: Operation, { hidden, deprecated: isOld }: Listed) => ({
  command: operation.words.join(' '),
  operationId: operation.id,
  api: operation.api,
  method: operation.method,
  path: operation.path,
  title: operation.title,
  positional: [...operation.positional.map(({ name }) => name), ...(operation.rest ? [operation.rest] : [])],
  flags: operation.flags.map((flag) => ({
    name: typedName(operation, flag),
    in: flag.in,
    type: flag.type,
    required: flag.required,
    ...(flag.enum ? { enum: flag.enum } : {}),
    ...(flag.description ? { description: flag.description } : {}),
  })),
  items: operation.items ?? null,
  answer: operation.answer,
  deprecated: isOld ?? false,
  hidden: hidden ?? false,
});

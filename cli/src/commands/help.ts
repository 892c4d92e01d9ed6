import { wrongCall } from '../failure.ts';
import { findCommand } from '../find.ts';
import { builtInTexts, helpOfAll, helpOfGroup, helpOfOperation, helpOfTool } from '../help.ts';
import type { BuiltIn, Call } from '../run.ts';
import { allOperations, operationOf } from '../table.ts';
import { downloadUsage, lsUsage, openUsage, syncUsage, uploadUsage } from '../usages.ts';

/** `twin help [<words>]`, `twin help --all` */
export const help: BuiltIn = async (call) => call.io.stdout.write(`${textOf(call)}\n`);

function textOf({ table, argv }: Call): string {
  const { index } = table;
  const [first] = argv;
  if (first === '--all') return helpOfAll(allOperations(table));
  if (first === undefined) return helpOfTool(index);
  if (Object.hasOwn(usages, first)) return `${builtInTexts[first]}\n\nUsage: ${usages[first]}`;
  if (index.reserved.includes(first) || index.builtIn.includes(first))
    throw wrongCall(`"${first}" is not part of this version.`);
  const found = findCommand(argv, index);
  return found.is === 'operation' ? helpOfOperation(operationOf(table, found.listed)) : helpOfGroup(found.words, index);
}

const usages: Readonly<Record<string, string>> = {
  login:
    'twin login [--url <base>] [--profile <name>] [--client-id <id>] [--auth-url <url>] [--no-browser] [--client-secret-stdin]',
  logout: 'twin logout [--profile <name>] [--all]',
  whoami: 'twin whoami [--json]',
  use: 'twin use <twin>\n       twin use --none',
  profiles: 'twin profiles [list]\n       twin profiles remove <name>\n       twin profiles default <name>',
  call: 'twin call <operationId> [<argument> …] [--flag value …]',
  api: "twin api <METHOD> <path> [--data <json|@file|->] [-H 'Name: value'] [--accept-version <n>] [--paginate]",
  commands: 'twin commands [<text>] [--json]',
  ls: lsUsage,
  upload: uploadUsage,
  download: downloadUsage,
  sync: syncUsage,
  open: openUsage,
  doctor: 'twin doctor [--json]',
  refresh: 'twin refresh [--json]',
  completion: 'twin completion bash|zsh|fish|powershell',
  help: 'twin help [<words>]\n       twin help --all',
  version: 'twin version',
};

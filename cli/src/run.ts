import { readArguments, wordsFirst } from './arguments.ts';
import { paintFor } from './colours.ts';
import { exits, Failure, failureAsJson, wrongCall } from './failure.ts';
import { findCommand } from './find.ts';
import type { General } from './general-flags.ts';
import type { Io } from './io.ts';
import { flagsOf } from './operation-flags.ts';
import { wrongCallOf } from './request.ts';
import { servedTable } from './served.ts';
import { type Session, sessionOf } from './session.ts';
import { type Listed, operationOf, type Table } from './table.ts';
import { harmless } from './text.ts';

export interface Call {
  readonly io: Io;
  /** As the server of the call has it, see served.ts. */
  readonly table: Table;
  /** As the tool was built. */
  readonly builtTable: Table;
  /** Behind the name of the command. */
  readonly argv: readonly string[];
}

/** A command of its own; its module is loaded when it is called. */
export type BuiltIn = (call: Call) => Promise<void>;

const builtIns: Readonly<Record<string, () => Promise<BuiltIn>>> = {
  login: async () => (await import('./commands/login.ts')).login,
  logout: async () => (await import('./commands/logout.ts')).logout,
  whoami: async () => (await import('./commands/whoami.ts')).whoami,
  use: async () => (await import('./commands/use.ts')).use,
  profiles: async () => (await import('./commands/profiles.ts')).profiles,
  call: async () => (await import('./commands/call.ts')).call,
  api: async () => (await import('./commands/api.ts')).api,
  commands: async () => (await import('./commands/commands.ts')).commands,
  ls: async () => (await import('./commands/ls.ts')).ls,
  upload: async () => (await import('./commands/upload.ts')).upload,
  download: async () => (await import('./commands/download.ts')).download,
  sync: async () => (await import('./commands/sync.ts')).sync,
  open: async () => (await import('./commands/open.ts')).openPage,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  refresh: async () => (await import('./commands/refresh.ts')).refresh,
  completion: async () => (await import('./commands/completion.ts')).completion,
  __complete: async () => (await import('./commands/complete.ts')).complete,
  help: async () => (await import('./commands/help.ts')).help,
  version: async () => (await import('./commands/version.ts')).version,
};

/** Runs the tool and answers its exit code; everything that it says goes through `io`. */
export async function run(argv: readonly string[], io: Io, table: Table): Promise<number> {
  try {
    await route(argv, io, table);
    return exits.done;
  } catch (error) {
    if (isClosedPipe(error)) return exits.done;
    const failure =
      io.interrupted.aborted && !isInterrupted(error) ? new Failure(exits.interrupted, 'Interrupted.') : error;
    return report(failure, argv, io);
  }
}

const isInterrupted = (error: unknown): boolean => error instanceof Failure && error.exit === exits.interrupted;

const isClosedPipe = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE';

async function route(typed: readonly string[], io: Io, builtTable: Table): Promise<void> {
  const argv = wordsFirst(typed);
  const [first = '', ...rest] = argv;
  const ofTool = { io, table: builtTable, builtTable, argv: [] };
  if (first === '--version') return (await builtIn('version'))(ofTool);
  if (first === '' || first.startsWith('-')) return withoutCommand(argv, ofTool);
  const table = servedTable(io, rest, builtTable);
  const { index } = table;
  if (Object.hasOwn(builtIns, first)) {
    if (rest.includes('--help') || rest.includes('-h'))
      return (await builtIn('help'))({ io, table, builtTable, argv: [first] });
    return (await builtIn(first))({ io, table, builtTable, argv: rest });
  }
  if (index.reserved.includes(first) || index.builtIn.includes(first))
    throw wrongCall(`"${first}" is not part of this version.`);
  const found = findCommand(argv, index);
  if (found.is === 'operation') return callOperation(found.listed, { io, table, argv: found.rest });
  const wantsHelp = found.rest.every((word) => word === '--help' || word === '-h');
  if (!wantsHelp)
    throw wrongCall(`"${found.words.join(' ')}" is no whole command.`, [`Its commands: twin ${found.words.join(' ')}`]);
  await (await builtIn('help'))({ io, table, builtTable, argv: found.words });
}

/** Flags alone: help, or what is wrong with them. */
async function withoutCommand(argv: readonly string[], call: Call): Promise<void> {
  const { problems } = readArguments(argv, []);
  if (problems.length > 0)
    throw wrongCall(
      'Name a command.',
      problems.map((one) => `  ${one}`),
    );
  return (await builtIn('help'))(call);
}

async function builtIn(name: string): Promise<BuiltIn> {
  const load = builtIns[name];
  if (load === undefined) throw new Error(`There is no command ${name}.`);
  return load();
}

/** Calls the operation of a command with what was typed behind it. */
export async function callOperation(listed: Listed, { io, table, argv }: Omit<Call, 'builtTable'>): Promise<void> {
  if (table.missing?.ids.has(listed.id))
    throw wrongCall(`${listed.words.join(' ')} is not served by ${table.missing.url}.`);
  const operation = operationOf(table, listed);
  const given = readArguments(argv, flagsOf(operation));
  if (given.general.help) {
    const { helpOfOperation } = await import('./help.ts');
    return io.stdout.write(`${helpOfOperation(operation)}\n`);
  }
  const forms = formProblems(given.general);
  if (forms.length > 0) throw wrongCallOf(operation, [...given.problems, ...forms]);
  const { execute } = await import('./execute.ts');
  await execute({ io, operation, given, session: sessionFor(io, given.general, table) });
}

export const sessionFor = (io: Io, general: General, table: Table): (() => Promise<Session>) =>
  sessionOf(io, general, table.index.version);

/** Forms of output that exclude each other. */
function formProblems({ json, jsonl, csv, quiet, limit, all }: General): string[] {
  const forms = [json && '--json', jsonl && '--jsonl', csv && '--csv', quiet && '--quiet'].filter(Boolean);
  return [
    ...(forms.length > 1 ? [`${forms.join(' and ')}: only one form of output.`] : []),
    ...(limit !== undefined && all ? ['--limit and --all: only one of them.'] : []),
  ];
}

async function report(error: unknown, argv: readonly string[], io: Io): Promise<number> {
  const isVerbose = argv.some((word) => word === '-v' || word === '--verbose');
  const failure = error instanceof Failure ? error : crash(error, isVerbose);
  const isJson = argv.some((word) => /^--(json(=.*)?|jsonl)$/.test(word));
  const lines = (failure.options.lines ?? []).map(harmless);
  const paint = paintFor(io, io.stderr, argv.includes('--no-color'));
  const text = isJson
    ? failureAsJson(failure)
    : [paint('red', `twin: ${harmless(failure.message)}`), ...lines].join('\n');
  await io.stderr.write(`${text}\n`).catch(() => undefined);
  return failure.exit;
}

/** A fault of the tool itself: its stack is for who asks. */
function crash(error: unknown, isVerbose: boolean): Failure {
  const stack = error instanceof Error && error.stack ? error.stack.split('\n') : [];
  const message = `The tool itself failed: ${error instanceof Error ? error.message : String(error)}`;
  return new Failure(exits.rejected, message, { lines: isVerbose ? stack : [] });
}

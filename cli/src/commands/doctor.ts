import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '../arguments.ts';
import { isObject, type Members } from '../body.ts';
import { type Paint, paintFor } from '../colours.ts';
import { configFolder, readConfigFile, readJsonFile } from '../config-files.ts';
import { exits, Failure, wrongCall } from '../failure.ts';
import type { Io } from '../io.ts';
import { personIn } from '../person.ts';
import { type BuiltIn, type Call, sessionFor } from '../run.ts';
import { settingsOf } from '../settings.ts';
import { harmless } from '../text.ts';

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
}

/** `twin doctor [--json]`: looks at everything that calls depend on. */
export const doctor: BuiltIn = async (call) => {
  const { io, argv } = call;
  const { words, general, problems } = readArguments(argv, []);
  if (problems.length > 0 || words.length > 0)
    throw wrongCall('Cannot look.', [...problems, 'Usage: twin doctor [--json]']);
  const checks: Check[] = [];
  const isShownAtOnce = !general.json && !general.jsonl;
  const paint = paintFor(io, io.stdout, general.noColor);
  for await (const check of checksOf(call)) {
    checks.push(check);
    if (isShownAtOnce) await io.stdout.write(`${lineOf(check, paint)}\n`);
  }
  if (!isShownAtOnce) await io.stdout.write(`${JSON.stringify({ checks })}\n`);
  const wrong = checks.filter(({ ok }) => !ok);
  if (wrong.length > 0) throw new Failure(exits.rejected, `${wrong.length} of ${checks.length} checks have failed.`);
};

const lineOf = ({ name, ok, message }: Check, paint: Paint): string =>
  `${ok ? paint('green', 'ok    ') : paint('red', 'failed')}  ${name.padEnd(14)}  ${harmless(message)}`;

async function* checksOf(call: Call): AsyncGenerator<Check, void> {
  const { io, table, argv } = call;
  const { general } = readArguments(argv, []);
  yield await check('configuration', () => configuration(io));
  yield await check('credentials', () => credentials(io));
  let url: string;
  try {
    url = settingsOf(io, general).url;
  } catch (error) {
    yield { name: 'settings', ok: false, message: messageOf(error) };
    return;
  }
  const reached = await reach(io, url, table.index.version);
  yield reached.check;
  if (reached.answer === undefined) return;
  yield clock(reached.answer);
  const session = sessionFor(io, general, table);
  const json = async (path: string) =>
    (await session()).json('GET', path, { Accept: 'application/vnd.vendor.twin-platform.v1+json' });
  const signIn = await check('sign-in', async () => {
    const { displayName, email } = personIn(await json('/users/me'));
    return `You are ${displayName} (${email}).`;
  });
  yield signIn;
  if (signIn.ok)
    yield await check('twins', async () => {
      const { twins } = await json('/twins/?$top=1');
      return Array.isArray(twins) && twins.length > 0 ? 'You see twins.' : 'You may list twins; there are none yet.';
    });
  yield await check('tool', () => newerTool(io, url, table.index.version));
}

async function check(name: string, look: () => string | Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, message: await look() };
  } catch (error) {
    return { name, ok: false, message: messageOf(error) };
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function configuration(io: Io): string {
  const file = join(configFolder(io), 'config.json');
  const count = Object.keys(readConfigFile(io).profiles).length;
  if (!existsSync(file)) return `There is no ${file} yet: twin login writes it.`;
  return `${file} has ${count} ${count === 1 ? 'profile' : 'profiles'}.`;
}

function credentials(io: Io): string {
  const file = join(configFolder(io), 'credentials.json');
  if (!existsSync(file)) return `There is no ${file}.`;
  readJsonFile(file);
  const mode = statSync(file).mode & 0o777;
  if (io.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new Error(`Others can read ${file} (mode ${mode.toString(8)}). Run: chmod 600 ${file}`);
  return `Only you can read ${file}.`;
}

/** Whether it answers at all, and the version that it serves tools of. */
async function reach(io: Io, url: string, version: string): Promise<{ check: Check; answer?: Response }> {
  const name = 'server';
  try {
    const answer = await io.fetch(`${url}/health/ready`, { signal: io.interrupted, redirect: 'error' });
    const body: unknown = await answer.json().catch(() => undefined);
    const state = isObject(body) ? String(body.status) : 'no platform';
    const served = await toolsOf(io, url);
    const versions = `version ${served?.version ?? 'unknown'}, this tool ${version}`;
    const ok = answer.ok && state === 'ok';
    return { check: { name, ok, message: `${url} answers: ${state} (${versions}).` }, answer };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : messageOf(error);
    return { check: { name, ok: false, message: `${url} cannot be reached (${cause}).` } };
  }
}

const mostSeconds = 60;

function clock({ headers }: Response): Check {
  const told = Date.parse(headers.get('Date') ?? '');
  const seconds = Number.isNaN(told) ? 0 : Math.round((Date.now() - told) / 1000);
  const ok = Math.abs(seconds) <= mostSeconds;
  const way = seconds > 0 ? 'ahead of' : 'behind';
  return {
    name: 'clock',
    ok,
    message: ok ? "Your clock and the server's agree." : `Your clock is ${Math.abs(seconds)} s ${way} the server's.`,
  };
}

async function newerTool(io: Io, url: string, version: string): Promise<string> {
  const served = await toolsOf(io, url);
  const tool = Array.isArray(served?.files)
    ? served.files.find((one) => isObject(one) && one.kind === 'cli')
    : undefined;
  if (served === undefined || !isObject(tool)) return 'The server has no tools to install.';
  if (!isNewer(String(served.version), version)) return `This is the tool of the server (${version}).`;
  throw new Error(`The server has ${String(served.version)}. Run: npm install -g ${String(tool.href)}`);
}

async function toolsOf(io: Io, url: string): Promise<Members | undefined> {
  const answer = await io.fetch(`${url}/tools/index.json`, { signal: io.interrupted, redirect: 'error' });
  const body: unknown = answer.ok ? await answer.json().catch(() => undefined) : await answer.body?.cancel();
  return isObject(body) ? body : undefined;
}

/** By the numbers of a version. */
function isNewer(other: string, own: string): boolean {
  const [a, b] = [other, own].map((text) => text.split(/[.-]/).map(Number));
  for (let at = 0; at < 3; at++) if ((a?.[at] ?? 0) !== (b?.[at] ?? 0)) return (a?.[at] ?? 0) > (b?.[at] ?? 0);
  return false;
}

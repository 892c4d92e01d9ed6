import { setTimeout as sleep } from 'node:timers/promises';
import { bootPostgres } from '../test/support/postgres.ts';
import { programOf } from './before.ts';
import { compare, perSecond } from './load.ts';
import { newFolders } from './making.ts';
import { type RunningPlatform, rootFolder, runPlatform, startPlatform } from './platform.ts';
import { atLeast, type Result, rate } from './results.ts';
import { tokensPerSecond } from './tokens.ts';

/** What may be lost to a commit; the noise of a machine that others use is less, in turns. */
const least = 0.97;
const rounds = 7;
const starts = 7;

/** What each request and each idle server pays for, beside the same program of another commit, in turns on one core. */
export async function benchShort(commit: string): Promise<Result[]> {
  const before = programOf(commit);
  try {
    const results = [
      ...(await benchStarts(before.program, commit)),
      ...(await onDatabase('SQLite', before.program, commit)),
    ];
    const [here, there] = [await bootPostgres({ durable: true }), await bootPostgres({ durable: true })];
    try {
      const urls = [here.url, there.url] as const;
      results.push(...(await onDatabase('PostgreSQL', before.program, commit, urls)));
    } finally {
      await Promise.all([here.stop(), there.stop()]);
    }
    return results;
  } finally {
    before.remove();
  }
}

async function benchStarts(program: string, commit: string): Promise<Result[]> {
  let [memory, formerMemory] = [0, 0];
  const start = async (options: { readonly program?: string }) => {
    const platform = await startPlatform({}, options);
    await sleep(2000);
    const resident = platform.resident();
    await platform.stop();
    return { ms: platform.startedMs, resident };
  };
  const { subject, yardstick, ratio } = await compare(
    starts,
    async () => {
      const { ms, resident } = await start({});
      memory = resident;
      return ms;
    },
    async () => {
      const { ms, resident } = await start({ program });
      formerMemory = resident;
      return ms;
    },
  );
  return [
    row('start on an empty folder', commit, `${Math.round(subject)} ms`, `${Math.round(yardstick)} ms`, 1 / ratio),
    row(
      'memory of an idle server',
      commit,
      `${Math.round(memory)} MB`,
      `${Math.round(formerMemory)} MB`,
      formerMemory / memory,
    ),
  ];
}

const row = (name: string, commit: string, subject: string, yardstick: string, value: number): Result => ({
  name,
  subject,
  yardstick: `${commit} ${yardstick}`,
  value,
  unit: '',
  ...atLeast(value, least),
});

async function onDatabase(
  name: string,
  program: string,
  commit: string,
  urls?: readonly [string, string],
): Promise<Result[]> {
  const environment = (url: string | undefined): Readonly<Record<string, string>> =>
    url === undefined ? {} : { DATABASE_URL: url };
  const ours = await runPlatform(environment(urls?.[0]));
  const former = await runPlatform(environment(urls?.[1]), { program });
  try {
    const [now, then] = [await loadsOf(ours), await loadsOf(former)];
    const results: Result[] = [];
    for (const [at, { what, run }] of now.entries()) {
      const other = then[at]?.run ?? run;
      for (const warm of [run, other]) await warm();
      const { subject, yardstick, ratio } = await compare(rounds, run, other);
      results.push(row(`${what} on ${name}`, commit, rate(subject), rate(yardstick), ratio));
    }
    return results;
  } finally {
    await Promise.all([ours.stop(), former.stop()]);
  }
}

async function loadsOf(platform: RunningPlatform) {
  const { baseUrl, token } = platform;
  let id = '';
  for (let count = 0; count < 120; count++) {
    const body = { class: 'Endeavor', subClass: 'Project', displayName: `Bridge ${count}`, number: `B-${count}` };
    const made: { readonly body: { readonly twin: { readonly id: string } } } = await platform.call(
      'POST',
      '/twins/',
      body,
    );
    id = made.body.twin.id;
  }
  const headers = { Authorization: `Bearer ${token}` };
  const asked = { headers, connections: 32, seconds: 1 };
  const folders = `${await rootFolder(platform)}/folders`;
  return [
    { what: 'GET one twin', run: () => perSecond({ ...asked, url: `${baseUrl}/twins/${id}` }) },
    { what: 'GET /twins, page of 100', run: () => perSecond({ ...asked, url: `${baseUrl}/twins/?$top=100` }) },
    { what: 'POST of a folder', run: () => perSecond({ ...asked, connections: 64, url: folders, making: newFolders }) },
    { what: 'client_credentials', run: () => tokensPerSecond(`${baseUrl}/auth/connect/token`, 1) },
  ];
}

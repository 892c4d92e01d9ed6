import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from './load.ts';
import { newFile, type RunningPlatform, rootFolder, runPlatform } from './platform.ts';
import { atLeast, atMost, median, type Result } from './results.ts';

const rowCount = 565_110;
const rounds = 5;

/** A feed of as many rows as the properties of 42 houses: the whole of it, one page anywhere, a count, and what it costs others. */
export async function benchFeed(): Promise<Result[]> {
  const platform = await runPlatform({}, { core: 'any' });
  try {
    const feed = await tableOf(platform);
    const [file = ''] = readdirSync(join(platform.dataDir, 'tables')).filter((name) => name.endsWith('.sqlite'));
    const bare = await startServer('bench/yardsticks/table-rows.ts', {
      BENCH_DATABASE: join(platform.dataDir, 'tables', file),
    });
    const { url = '' } = bare.facts;
    try {
      return [
        await wholeFeed(platform, feed, url),
        await pagesByKey(platform, feed),
        await filteredCount(platform, feed, url),
        await waits(platform, feed),
      ];
    } finally {
      await bare.stop();
    }
  } finally {
    await platform.stop();
  }
}

async function tableOf(platform: RunningPlatform): Promise<string> {
  const made = await platform.call('POST', `${await rootFolder(platform)}/folders`, { displayName: 'Tables' });
  const { folder }: { folder: { id: string } } = made.body;
  const { twins }: { twins: { id: string }[] } = (await platform.call('GET', '/twins/')).body;
  const file = await newFile(platform, `/storage/folders/${folder.id}`, 'properties.csv');
  const sets = ['Pset_DoorCommon', 'Pset_WallCommon', 'Constraints', 'Identity Data'];
  const lines = Array.from(
    { length: rowCount },
    (_, at) =>
      `0x${(4096 + (at >> 5)).toString(16)},${sets[at % 4]},${at % 7 ? `Height ${at % 31}` : 'FireRating'},${at / 8}`,
  );
  await fetch(file.uploadUrl, {
    method: 'PUT',
    body: `ElementId,Set,Name,Value\n${lines.join('\n')}\n`,
    headers: { 'x-ms-blob-type': 'BlockBlob' },
  });
  await platform.call('POST', file.completeUrl);
  const feed = `${platform.baseUrl}/federation/twins/${twins[0]?.id}/packages/TWIN_TABLES/odata/properties`;
  for (let tries = 0; tries < 20; tries++) {
    const { status } = await get(platform, `${feed}/$count`);
    if (status === 200) return feed;
  }
  throw new Error('The tables were not made in time.');
}

async function get({ token }: RunningPlatform, url: string, size = 10_000) {
  const headers = { Authorization: `Bearer ${token}`, Prefer: `odata.maxpagesize=${size}` };
  const response = await fetch(url, { headers });
  return { status: response.status, text: await response.text() };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Ours and the yardstick in turns; the median of each. */
async function inTurns(ours: () => Promise<unknown>, theirs: () => Promise<unknown>, times = rounds) {
  const [subject, yardstick]: [number[], number[]] = [[], []];
  for (let round = 0; round <= times; round++) {
    const pair = [await timed(ours), await timed(theirs)] as const;
    if (round === 0) continue; // until all of it is compiled
    subject.push(pair[0]);
    yardstick.push(pair[1]);
  }
  return { subject: median(subject), yardstick: median(yardstick) };
}

const ms = (value: number): string => `${Math.round(value).toLocaleString('en')} ms`;

async function wholeFeed(platform: RunningPlatform, feed: string, bare: string): Promise<Result> {
  const all = async (): Promise<void> => {
    for (let next: string | undefined = feed; next; ) {
      const { text } = await get(platform, next);
      next = /"@odata\.nextLink":"([^"]+)"/.exec(text.slice(-3000))?.[1];
    }
  };
  const { subject, yardstick } = await inTurns(all, async () => (await fetch(bare)).text(), 3);
  return {
    name: `the whole feed of ${rowCount.toLocaleString('en')} rows, in pages of 10,000`,
    subject: ms(subject),
    yardstick: `bare handler streaming them from SQLite ${ms(yardstick)}`,
    value: yardstick / subject,
    unit: '',
    ...atLeast(yardstick / subject, 0.5),
  };
}

async function pagesByKey(platform: RunningPlatform, feed: string): Promise<Result> {
  const page = (after: number) => () => get(platform, `${feed}?$filter=_Row gt ${after}`, 1000);
  const { subject, yardstick } = await inTurns(page(560_000), page(0), 9);
  return {
    name: 'a page by key, near the end of the feed',
    subject: ms(subject),
    yardstick: `the first page ${ms(yardstick)}`,
    value: subject / yardstick,
    unit: '',
    ...atMost(subject / yardstick, 1.3),
  };
}

async function filteredCount(platform: RunningPlatform, feed: string, bare: string): Promise<Result> {
  const ours = () => get(platform, `${feed}/$count?$filter=contains(tolower(Name),'fire')`);
  const { subject, yardstick } = await inTurns(ours, async () => (await fetch(`${bare}count`)).text(), 9);
  return {
    name: 'a filtered count over all rows',
    subject: ms(subject),
    yardstick: `the same statement in bare SQLite, with a function of Node for lower case ${ms(yardstick)}`,
    value: subject / yardstick,
    unit: '',
    ...atMost(subject / yardstick, 1.5),
  };
}

/** The longest that a small request waits while four heavy queries are under way. */
async function waits(platform: RunningPlatform, feed: string): Promise<Result> {
  const small = [`${platform.baseUrl}/users/me`, platform.token];
  const client = fork('bench/yardsticks/small-requests.ts', small);
  await once(client, 'message'); // it is warm
  const heavy = async () => {
    for (let round = 0; round < 3; round++)
      await get(platform, `${feed}?$filter=contains(tolower(Name),'nothing')&$orderby=Value desc`);
  };
  await Promise.all(Array.from({ length: 4 }, heavy));
  client.send('end');
  const [took]: number[][] = await once(client, 'message');
  const seen = took ?? [];
  const longest = Math.max(...seen);
  return {
    name: 'the longest wait of a small request beside four heavy queries',
    subject: `${ms(longest)} of ${seen.length.toLocaleString('en')} requests, half of them below ${ms(median(seen))}`,
    yardstick: '–',
    value: longest,
    unit: ' ms',
    ...atMost(longest, 50),
  };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { compare, perSecond } from './load.ts';
import { benchMaking, type Making } from './making.ts';
import { type RunningPlatform, runPlatform } from './platform.ts';
import { atMost, type Result, rate } from './results.ts';

const many = 100_000;
const few = 1000;
const largest = 30 * 2 ** 20;

/** Lists among many forms, forms made by many clients, large attachments, and tables. */
export async function benchForms(): Promise<Result[]> {
  const ours = await runPlatform();
  try {
    const [large, small] = [await twinWith(ours, many), await twinWith(ours, few)];
    return [
      await pages(ours, large, small, 'page of 50 forms among 100,000', ''),
      await pages(ours, large, small, 'the same with filters', '&type=Issue&state=open'),
      await benchMaking(ours, making, 2.5),
      ...(await attachments(ours, small)),
      await tables(ours, large, small),
    ];
  } finally {
    await ours.stop();
  }
}

interface Place {
  readonly twinId: string;
  readonly definitionId: string;
  readonly formId: string;
}

const member = (value: unknown, ...path: readonly string[]): string =>
  String(path.reduce<unknown>((at, name) => Reflect.get(Object(at), name), value));

/** A twin with one form of the template for issues. */
export async function newPlace(platform: RunningPlatform): Promise<Place> {
  const twin = await platform.call('POST', '/twins/', { class: 'Endeavor', subClass: 'Project', displayName: 'Forms' });
  const twinId = member(twin.body, 'twin', 'id');
  const body = { templateName: 'Issue', destinationTwinId: twinId };
  const made = await platform.call('POST', '/forms/templates/import', body);
  const definitionId = member(made.body, 'formDefinition', 'id');
  return { twinId, definitionId, formId: await newForm(platform, definitionId) };
}

export async function newForm(platform: RunningPlatform, formId: string): Promise<string> {
  const form = await platform.call('POST', '/forms/', { formId, subject: 'Crack', description: 'Long' });
  return member(form.body, 'formData', 'id');
}

/** A twin with copies of one form, put into the database. */
async function twinWith(platform: RunningPlatform, count: number): Promise<Place> {
  const place = await newPlace(platform);
  const database = new DatabaseSync(join(platform.dataDir, 'platform.sqlite'));
  const columns = database
    .prepare('PRAGMA table_info(forms)')
    .all()
    .map(({ name }) => String(name));
  const copied: Readonly<Record<string, string>> = {
    id: "id || '-' || n",
    uid: "uid || '-' || n",
    number: "number || '-' || n",
    created: 'created + n',
  };
  const values = columns.map((name) => copied[name] ?? name).join(', ');
  database.exec(`WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < ${count - 1})
    INSERT INTO forms (${columns.join(', ')}) SELECT ${values} FROM forms, counter WHERE id = '${place.formId}'`);
  database.close();
  return place;
}

async function pages(
  platform: RunningPlatform,
  large: Place,
  small: Place,
  name: string,
  filter: string,
): Promise<Result> {
  const headers = { Authorization: `Bearer ${platform.token}` };
  const read =
    ({ twinId }: Place) =>
    () =>
      perSecond({ url: `${platform.baseUrl}/forms/?twinId=${twinId}${filter}`, headers, connections: 8, seconds: 1 });
  await read(large)();
  const { subject, yardstick, ratio } = await compare(5, read(small), read(large));
  return {
    name,
    subject: rate(yardstick),
    yardstick: `the same among 1,000 ${rate(subject)}`,
    value: ratio,
    unit: ' ×',
    ...atMost(ratio, 1.3),
  };
}

const making = async (platform: RunningPlatform): Promise<Making> => {
  const { definitionId } = await newPlace(platform);
  const body = `{"formId":"${definitionId}","subject":"Crack %d"}`;
  return { name: 'a form', url: `${platform.baseUrl}/forms/`, body };
};

/** MB of the server's own process. */
const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** How far the memory of the server rises above what it was, `before` anything was done, while something is done. */
async function risen(
  platform: RunningPlatform,
  work: () => Promise<unknown>,
  before = residentOf(platform.pid),
): Promise<number> {
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentOf(platform.pid));
  }, 20);
  await work();
  clearInterval(watch);
  return most - before;
}

async function attachments(platform: RunningPlatform, { formId }: Place): Promise<Result[]> {
  const headers = { Authorization: `Bearer ${platform.token}` };
  const bytes = new Uint8Array(largest);
  const address = async () => {
    const body = JSON.stringify({ fileName: 'photo.jpg' });
    const made = await fetch(`${platform.baseUrl}/forms/${formId}/attachments`, { method: 'POST', headers, body });
    return made.headers.get('location') ?? '';
  };
  const addresses = await Promise.all(Array.from({ length: 20 }, address));
  const put = (url: string) => fetch(url, { method: 'PUT', headers, body: bytes });
  const get = async (url: string) => {
    for await (const _ of (await fetch(url, { headers })).body ?? []);
  };
  const idle = residentOf(platform.pid);
  const inwards = await risen(platform, () => Promise.all(addresses.map(put)), idle);
  const outwards = await risen(platform, () => Promise.all(addresses.map(get)), idle);
  return [
    ...(['in', 'out'] as const).map((way): Result => {
      const rise = way === 'in' ? inwards : outwards;
      return {
        name: `memory: 20 attachments of 30 MiB ${way} at once`,
        subject: `${Math.round(rise)} MB above idle`,
        yardstick: '–',
        value: rise,
        unit: ' MB',
        ...atMost(rise, 60),
      };
    }),
  ];
}

/** The most that a table may have among many, beside a tenth of it. */
async function tables(platform: RunningPlatform, large: Place, small: Place): Promise<Result> {
  const headers = { Authorization: `Bearer ${platform.token}` };
  const database = new DatabaseSync(join(platform.dataDir, 'platform.sqlite'));
  database.exec(`DELETE FROM forms WHERE twin_id = '${large.twinId}' AND id NOT IN
    (SELECT id FROM forms WHERE twin_id = '${large.twinId}' ORDER BY created LIMIT 10000)`);
  database.close();
  const load =
    ({ twinId }: Place) =>
    async () => {
      const answer = await fetch(`${platform.baseUrl}/forms/table?twinId=${twinId}&format=xlsx`, { headers });
      if (answer.status !== 200) throw new Error(`A table was answered with ${answer.status}.`);
      await answer.arrayBuffer();
    };
  await load(small)();
  const [less, more] = [await risen(platform, load(small)), await risen(platform, load(large))];
  const rise = more - less;
  return {
    name: 'memory of the server: 10,000 forms as xlsx',
    subject: `${Math.round(more)} MB above idle`,
    yardstick: `1,000 forms ${Math.round(less)} MB`,
    value: rise,
    unit: ' MB',
    ...atMost(rise, 40),
  };
}

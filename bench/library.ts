import pg from 'pg';
import { searchText, suffixesOf } from '../src/areas/library/store/search.ts';
import { q } from '../src/areas/library/tables.ts';
import { newId } from '../src/std/ids.ts';
import { jsonOf } from '../src/std/json.ts';
import { type Person, type Platform, startPlatform } from '../test/support/platform.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { benchMaking } from './making.ts';
import { type RunningPlatform, runPlatform } from './platform.ts';
import { atMost, type Result } from './results.ts';

const rounds = 15;
const [small, large] = [1000, 50_000];
const kinds = ['door', 'window', 'pump', 'valve', 'lamp', 'post', 'stair', 'rail', 'tank', 'fan'];
const materials = ['oak', 'steel', 'brass', 'pine', 'glass', 'zinc', 'maple', 'copper', 'larch', 'granite'];

/** A library of so many components, with one tenth in each category, catalog and material. */
interface Shelf {
  readonly reader: Person;
  readonly category: string;
  readonly catalog: string;
  /** Of every seventh, whatever its name. */
  readonly maker: string;
  readonly project: string;
}

async function fill(p: Platform, many: number): Promise<Shelf> {
  const reader = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
  const call = async (operation: string, body?: object) => (await p.call(reader, operation, body ? { body } : {})).body;
  const account_id: string = (await call('GET /twins/myprimaryaccount')).twin.id;
  const ids = async (what: string, envelope: string) => {
    const made: string[] = [];
    for (const displayName of kinds) made.push((await call(`POST /library/${what}`, { displayName }))[envelope].id);
    return made;
  };
  const [categories, catalogs] = [await ids('categories', 'category'), await ids('catalogs', 'catalog')];
  const makers = await ids('manufacturers', 'manufacturer');
  const rows = Array.from({ length: many }, (_, at) => ({
    ...componentOf(at, account_id, categories),
    manufacturer_id: makers[((at * 2_654_435_761) >>> 8) % 7] ?? null,
  }));
  const places = rows.map(({ id, name_folded }, at) => ({
    catalog_id: catalogs[at % 10] ?? '',
    name_folded,
    component_id: id,
  }));
  const endings = rows.flatMap(({ id, name_folded, search }) =>
    suffixesOf(search).map((ending) => ({ account_id, ending, name_folded, component_id: id })),
  );
  const byKey = (one: (typeof endings)[number]) => `${one.ending} ${one.name_folded}`;
  endings.sort((a, b) => (byKey(a) < byKey(b) ? -1 : 1)); // in the order of the index it takes seconds, otherwise minutes
  for (const some of parts(rows)) await p.app.db.write((tx) => tx.run(q.insertInto('library_components').values(some)));
  for (const some of parts(places))
    await p.app.db.write((tx) => tx.run(q.insertInto('library_catalog_places').values(some)));
  for (const some of parts(endings))
    await p.app.db.write((tx) => tx.run(q.insertInto('library_component_endings').values(some)));
  const project = (await p.twin(reader)).id;
  return { reader, category: categories[3] ?? '', catalog: catalogs[3] ?? '', maker: makers[3] ?? '', project };
}

/** Of short work on a busy machine the median is that of the others. */
const least = (times: readonly number[]): number => Math.min(...times);

const batch = 1000;
const parts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / batch) }, (_, at) => all.slice(at * batch, (at + 1) * batch));

function componentOf(at: number, account_id: string, categories: readonly string[]) {
  const [kind = '', material = ''] = [kinds[at % 10], materials[Math.floor(at / 10) % 10]];
  const name = `Wooden${at % 3 ? '' : ' fire'} ${kind} ${material} P-${String((at * 7919) % 100_000).padStart(5, '0')}`;
  const hashtags = [material, kind];
  return {
    id: newId(),
    account_id,
    created: at,
    modified: at,
    revision: 1,
    name,
    name_folded: name.toLowerCase(),
    description: null,
    state: at % 2 ? ('Published' as const) : ('Draft' as const),
    application_id: null,
    category_id: categories[at % 10] ?? null,
    hashtags: jsonOf(hashtags),
    search: searchText(name, hashtags),
  };
}

const searches: readonly (readonly [name: string, query: (shelf: Shelf) => string])[] = [
  ['all, page of 100', () => ''],
  ['one word of one', () => '&$search=P-07919'],
  ['a part that all have', () => '&$search=ooden'],
  ['a word that a tenth has', () => '&$search=oak'],
  ['a part of it', () => '&$search=teel'],
  ['two words', () => '&$search=oak%20zinc'],
  ['digits of many numbers, page of 10', () => '&$top=10&$search=79'],
  ['a category', ({ category }) => `&category=${category}`],
  ['a catalog', ({ catalog }) => `&catalogs=${catalog}`],
  ['a hashtag', () => '&hashtag=Steel'],
  ['a maker of one in seven, page of 50', ({ maker }) => `&manufacturer=${maker}&$top=50`],
  [
    'a maker and a hashtag that have nothing to do with each other',
    ({ maker }) => `&manufacturer=${maker}&hashtag=oak&$top=10`,
  ],
  [
    'three filters',
    ({ maker, category }) => `&manufacturer=${maker}&category=${category}&$search=oak&state=Published&$top=5`,
  ],
  ['a word and a category', ({ category }) => `&$search=fire&category=${category}&$top=30`],
  ['two filters, the last of each other', ({ category }) => `&hashtag=zinc&category=${category}&$top=10`],
  ['a word in a catalog', ({ catalog }) => `&$search=fire&catalogs=${catalog}&$top=30`],
  ['a word, published for a project', ({ project }) => `&$search=oak&projectId=${project}&$top=50`],
];

/** Milliseconds of a search, the memory of reads emptied before each by a commit. */
async function timeOf(p: Platform, { reader, ...shelf }: Shelf, query: (shelf: Shelf) => string): Promise<number> {
  await p.call(reader, 'POST /library/categories', { body: { displayName: newId() } });
  const asked = query({ reader, ...shelf });
  const address = `GET /library/components?${asked.includes('$top') ? '' : '$top=100'}${asked}`;
  const begun = performance.now();
  const { status } = await p.call(reader, address);
  if (status !== 200) throw new Error(`${address}: ${status}`);
  return performance.now() - begun;
}

async function measure(
  database: string,
  environment: Readonly<Record<string, string>>,
  prepare = async () => {},
): Promise<Result[]> {
  const p = await startPlatform({ environment });
  try {
    const [few, many] = [await fill(p, small), await fill(p, large)];
    await prepare();
    const results: Result[] = [];
    for (const [name, query] of searches) {
      const times: [number, number][] = [];
      for (let round = 0; round < rounds; round++)
        times.push([await timeOf(p, many, query), await timeOf(p, few, query)]);
      const [subject, yardstick] = [least(times.map(([a]) => a)), least(times.map(([, b]) => b))];
      const ratio = subject / yardstick;
      console.error(`  ${database}: ${name} ${subject.toFixed(1)} / ${yardstick.toFixed(1)} ms = ${ratio.toFixed(2)}`);
      results.push({
        name: `Library on ${database}: ${name}, among ${large}`,
        subject: `${subject.toFixed(1)} ms`,
        yardstick: `the same among ${small} ${yardstick.toFixed(1)} ms`,
        value: ratio,
        unit: '',
        ...atMost(ratio, 1.3),
      });
    }
    return results;
  } finally {
    await p.stop();
  }
}

/** What the server does by itself within a minute of so many rows. */
async function analyzed(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.end();
}

async function makingComponents(): Promise<Result> {
  const platform = await runPlatform();
  const making = async ({ baseUrl }: RunningPlatform) => ({
    name: 'a component',
    url: `${baseUrl}/library/components`,
    body: '{"displayName":"Wooden door %d","state":"Published","hashtags":["Oak","Door"]}',
  });
  return benchMaking(platform, making, 2.5).finally(() => platform.stop());
}

/** Components made by many clients, and searches among 50,000 as against 1,000, on both databases. */
export async function benchLibrary(): Promise<Result[]> {
  const onSqlite = [await makingComponents(), ...(await measure('SQLite', {}))];
  const postgres = await startPostgres();
  try {
    const url = await postgres.createDatabase();
    return [...onSqlite, ...(await measure('PostgreSQL', { DATABASE_URL: url }, () => analyzed(url)))];
  } finally {
    await postgres.stop();
  }
}

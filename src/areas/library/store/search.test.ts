import assert from 'node:assert/strict';
import { it } from 'node:test';
import { numbersOf, seedOf, sized } from '../../../../test/support/chance.ts';
import { eachPlatform, type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import { fold } from '../../../std/text.ts';
import { fixtureOf, made } from '../testing/fixture.ts';

/** More than are looked up one by one, and each begins in several ways with what is searched. */
const numbers = Array.from({ length: 40 }, (_, at) => `77${at}-7${at % 9}`);
const words = ['Door', 'door-2', 'Fire', 'fir', 'Ä', 'sill', 'Sill 100%', 'a', 'a_b', 'ab', ...numbers];
const parts = [
  'door',
  'FIR',
  'ä',
  'il',
  '%',
  '_',
  'a',
  'fire sill',
  'nothing',
  'r ä',
  '2',
  'b 100',
  '7',
  '7 nothing',
  '-7',
];
const states = ['Draft', 'Published', 'Checked'];
const [components, searches] = [150, sized(60, 120)];

/** What a component of the test says. */
interface Made {
  readonly id: string;
  readonly displayName: string;
  readonly state: string;
  readonly hashtags: readonly string[];
  readonly catalogs: readonly string[];
  readonly category: string | null;
}

eachPlatform('searches of components', (platform) => {
  it('find what looking at every component finds, in its order', async () => {
    const { p, admin } = await fixtureOf(await platform());
    const random = numbersOf(seedOf('searches of components'));
    const some = <T>(list: readonly T[], share: number): T[] => list.filter(() => random() < share);
    const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
    const named = (names: readonly string[], make: (body: object) => Promise<{ id: string }>) =>
      Promise.all(names.map(async (displayName) => (await make({ displayName })).id));
    const catalogNames = Array.from({ length: 20 }, (_, at) => `C${at}`);
    const catalogs = await named(
      catalogNames,
      async (b) => (await made(p, admin, 'POST /library/catalogs', b)).catalog,
    );
    const categories = await named(
      ['K1', 'K2', 'K3'],
      async (body) => (await made(p, admin, 'POST /library/categories', body)).category,
    );
    const all: Made[] = [];
    for (let at = 0; at < components; at++) {
      const body = {
        displayName: [one(words), ...some(words, 0.1)].join(' '),
        state: one(states) ?? '',
        hashtags: [...new Set(some(words, 0.1))],
        category: one([...categories, null]) ?? null,
        catalogs: some(catalogs, 0.1),
      };
      all.push({ ...body, id: (await made(p, admin, 'POST /library/components', body)).component.id });
    }
    const own = new Set(all.map(({ id }) => id));
    for (let round = 0; round < searches; round++) {
      const maybe = <T>(value: T | undefined) => (random() < 0.45 ? value : undefined);
      const asked = {
        $search: maybe(one(parts)),
        catalogs: maybe(some(catalogs, one([0.1, 0.9]) ?? 1).concat(catalogs[0] ?? '')),
        hashtag: maybe(one(words)),
        category: maybe(one(categories)),
        state: maybe(one(states)),
      };
      const query = Object.entries({ $top: one([7, 40, 1000]), ...asked })
        .flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(String(value))}`))
        .join('&');
      const found = await pagesOf(p, admin, `/library/components?${query}`);
      const expected = all
        .filter((component) => holds(component, asked))
        .sort((a, b) => order(`${fold(a.displayName)}\n${a.id}`, `${fold(b.displayName)}\n${b.id}`));
      const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).filter((id) => own.has(id));
      assert.deepEqual(ids(found), ids(expected), query);
    }
  });
});

/** All pages put together. */
async function pagesOf(p: Platform, reader: Person, first: string): Promise<{ readonly id: string }[]> {
  const found: { id: string }[] = [];
  for (let next: string | undefined = first; next; ) {
    const { components, _links } = requireSuccess(await p.call(reader, `GET ${next}`));
    found.push(...components);
    next = _links.next?.href;
  }
  return found;
}

const order = (a: string, b: string): number => (a < b ? -1 : 1);

interface Asked {
  readonly $search: string | undefined;
  readonly catalogs: readonly string[] | undefined;
  readonly hashtag: string | undefined;
  readonly category: string | undefined;
  readonly state: string | undefined;
}

function holds(one: Made, { $search, catalogs, hashtag, category, state }: Asked): boolean {
  const texts = [one.displayName, ...one.hashtags].map(fold);
  return (
    ($search === undefined ||
      fold($search)
        .split(' ')
        .some((word) => texts.some((text) => text.includes(word)))) &&
    (catalogs === undefined || catalogs.some((id) => one.catalogs.includes(id))) &&
    (hashtag === undefined || one.hashtags.some((tag) => fold(tag) === fold(hashtag))) &&
    (category === undefined || one.category === category) &&
    (state === undefined || one.state === state)
  );
}

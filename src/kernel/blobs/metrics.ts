import type { Gauge } from '../../std/gauge.ts';
import type { Reader } from '../db/database.ts';
import { prepared } from '../db/query.ts';
import { type BlobState, q } from './tables.ts';

const sums = prepared(() =>
  q
    .selectFrom('blobs')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('size').as('bytes')])
    .groupBy('state'),
);

/** The table is read whole, so at most once in this time. */
const keptMs = 60_000;

/** What lies in the store, by the state of the content. */
export function blobFigures(db: Reader, now: () => number): Gauge[] {
  let known: { readonly until: number; readonly rows: ReturnType<typeof look> } | undefined;
  const look = () => db.all(sums, {});
  const rows = () => {
    if (known === undefined || known.until < now()) known = { until: now() + keptMs, rows: look() };
    known.rows.catch(() => {
      known = undefined;
    });
    return known.rows;
  };
  const labelled = (state: BlobState, value: number) => ({ labels: { state }, value });
  const common = { labels: ['state'], of: 'installation' } as const;
  return [
    {
      ...common,
      name: 'twin_blobs',
      help: 'Contents: kept ones, open ones (uploads under way), removed ones (collected soon).',
      read: async () => (await rows()).map(({ state, count }) => labelled(state, count)),
    },
    {
      ...common,
      name: 'twin_blobs_bytes',
      help: 'Their bytes.',
      read: async () => (await rows()).map(({ state, bytes }) => labelled(state, Number(bytes ?? 0))),
    },
  ];
}

import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Kit } from '../../../api/area.ts';
import { unwatched } from '../../../api/request-work.ts';
import type { OrderIndexParams, PageQuery, RowSource } from '../../../engines/tables/params.ts';
import { evictOldest } from '../../../std/evict-oldest.ts';
import { newId } from '../../../std/ids.ts';
import type { Expression } from '../../../std/odata/tree.ts';
import { semaphore } from '../../../std/semaphore.ts';

/** Questions of one kind to a table within this time are often; the next ones get an index. */
const often = 3;
const withinMs = 10 * 60_000;
const mostKnown = 1000;
const bounds = { time: 60_000, memory: 2 ** 30 };

/** Indexes of table files for what is asked for often: sorting a table for its last row takes all of it. */
export interface OrderIndexes {
  /** Hears of a question; makes an index behind it, where it is time for one. */
  note(sources: readonly RowSource[], query: PageQuery): void;
  /** Waits for what is being made. */
  idle(): Promise<void>;
  /** Ends what is being made. */
  stop(): Promise<void>;
}

type TableFile = Extract<RowSource, { file: string }>;

type Wanted = Pick<OrderIndexParams, 'equal' | 'order'>;

/** What an index for such questions has to have; columns of one value throughout tell nothing. */
function wantedOf({ filter, order }: PageQuery, { constants }: TableFile): Wanted {
  const isTelling = (name: string): boolean => !Object.hasOwn(constants, name);
  const equal = [...new Set(filter === null ? [] : equalIn(filter))].filter(isTelling).sort();
  return { equal, order: order.filter(({ name }) => isTelling(name)) };
}

/** The properties that must have one value each for the filter to hold. */
function equalIn(filter: Expression): readonly string[] {
  if (filter.kind !== 'call') return [];
  if (filter.name === 'and') return filter.of.flatMap(equalIn);
  const [left, right] = filter.of;
  const isOne = filter.name === 'eq' && right?.kind === 'literal' && right.value !== null;
  return isOne && left?.kind === 'property' && left.type === right.type ? [left.name] : [];
}

interface Asked {
  count: number;
  readonly since: number;
  begun: boolean;
}

export function orderIndexes({ ports, log, now }: Pick<Kit, 'ports' | 'log' | 'now'>): OrderIndexes {
  const asked = new Map<string, Asked>();
  const stopping = new AbortController();
  const under = new Set<Promise<void>>();
  const oneByOne = semaphore(1); // two copies of one file, each with another index, would lose one of them

  async function make({ file, table }: TableFile, wanted: Wanted): Promise<void> {
    const output = join(dirname(file), `${newId()}.part`);
    try {
      const params = { file, table, ...wanted, output };
      const { made } = await ports.engines.run(unwatched(stopping.signal), 'orderIndex', params, bounds);
      if (made) await rename(output, file); // who has the one before open goes on with it
    } finally {
      await rm(output, { force: true });
    }
  }

  function begin(source: TableFile, wanted: Wanted): void {
    const work = oneByOne(stopping.signal, () => make(source, wanted))
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ error: String(error) }, 'An index of a table file was not made.');
      })
      .finally(() => under.delete(work));
    under.add(work);
  }

  function isTime(key: string): boolean {
    const known = asked.get(key);
    const one =
      known && (known.begun || now() - known.since < withinMs) ? known : { count: 0, since: now(), begun: false };
    asked.delete(key);
    asked.set(key, one); // at the end: what was asked for longest ago stands first
    if (asked.size > mostKnown) evictOldest(asked);
    if (one.begun || ++one.count < often) return false;
    one.begun = true;
    return true;
  }

  const idle = async (): Promise<void> => void (await Promise.all(under));

  return {
    note(sources, query) {
      if (query.limit === 0 || stopping.signal.aborted) return;
      for (const source of sources) {
        if (!('file' in source)) continue;
        const wanted = wantedOf(query, source);
        if (isTime(JSON.stringify([source.file, source.table, wanted]))) begin(source, wanted);
      }
    },
    idle,
    stop() {
      stopping.abort();
      return idle();
    },
  };
}

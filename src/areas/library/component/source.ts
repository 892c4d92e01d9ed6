import type { Condition } from '../../../kernel/db/condition.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { q } from '../tables.ts';
import { entriesOf } from './entries.ts';
import { type ComponentFilter, conditionsOf } from './filter.ts';
import { type IndexCursor, indexCursorsOf } from './index-cursor.ts';
import { intersect } from './intersect.ts';

/** Where the components of a filter are found, and what has to be looked at in each. */
export interface Source {
  readonly streams: readonly IndexCursor[];
  readonly conditions: readonly Condition[];
}

export async function sourceOf(db: Reader, filter: ComponentFilter): Promise<Source> {
  const streams = await indexCursorsOf(db, filter);
  const held = streams.flatMap(({ holds }) => holds);
  return { streams, conditions: conditionsOf(filter, held) };
}

/** What a source finds: the first by name, or `any` as many. Undefined: nothing. */
export function entriesIn({ streams, conditions }: Source, most: number, any = false) {
  const [stream] = streams;
  if (stream === undefined || streams.some(({ branches }) => branches.length === 0)) return undefined;
  if (streams.length === 1)
    return entriesOf(stream.branches, { conditions, most, any, mixed: stream.mixed !== undefined });
  return q.selectFrom(intersect(streams, conditions, most).as('entries')).select(['name_folded', 'component_id']);
}

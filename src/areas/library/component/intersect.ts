import { type Condition, condition, type Term, term } from '../../../kernel/db/condition.ts';
import { q } from '../tables.ts';
import { entriesOf } from './entries.ts';
import { holdsFor } from './filter.ts';
import type { IndexCursor } from './index-cursor.ts';

/** A place is the name of a component with its id behind it, since a query within another gives one value. */
const nameOf = term`substr(walk.place, 1, length(walk.place) - 36)`;
const idOf = term`substr(walk.place, length(walk.place) - 35)`;
const same = condition`walk.place = walk.former`;
/** So many places in a row were the same: all streams have it. */
const met = (streams: number): Condition => condition`${same} and walk.agreed = ${streams - 1}`;

/**
 * Components that all of several streams have, the first by name. The streams are asked in turn for their first
 * component from the place that was reached, so each leaps over what the others do not have, and the shortest of them
 * bounds the work, however long the rest are.
 */
export function intersect(streams: readonly IndexCursor[], conditions: readonly Condition[], most: number) {
  const walk = q.withRecursive('walk(turn, place, former, agreed)', (recursive) => {
    const step = recursive
      .selectFrom('walk')
      .select([
        term`(turn + 1) % ${streams.length}`.$castTo<number>().as('turn'),
        nextOf(streams, streams.length).$castTo<string>().as('place'),
        'place as former',
        term`case when ${same} then agreed + 1 else 1 end`.$castTo<number>().as('agreed'),
      ])
      .where('place', 'is not', null);
    return start(streams).unionAll(step);
  });
  const found = walk
    .selectFrom('walk')
    .select([nameOf.$castTo<string>().as('name_folded'), idOf.$castTo<string>().as('component_id')])
    .where(met(streams.length))
    .limit(most);
  return conditions.length === 0 ? found : found.where(holdsFor(idOf, conditions));
}

/** The first of the first stream; what is compared with it is empty, and text of the same kind. */
const start = (streams: readonly IndexCursor[]) =>
  q
    .selectFrom(q.selectNoFrom(() => term`${firstOf(streams[0])}`.$castTo<string>().as('place')).as('first'))
    .select([
      term`1`.$castTo<number>().as('turn'),
      'first.place',
      term`substr(first.place, 1, 0)`.$castTo<string>().as('former'),
      term`0`.$castTo<number>().as('agreed'),
    ]);

/** The first component from the place of the walk in the stream whose turn it is; after one that all have, the one behind. */
function nextOf([stream, ...others]: readonly IndexCursor[], many: number): Term {
  const from = condition`(name_folded, component_id) >= (${nameOf}, ${idOf} || case when ${met(many)} then ' ' else '' end)`;
  const next = firstOf(stream, from);
  if (others.length === 0) return next;
  return term`case when turn = ${many - others.length - 1} then ${next} else ${nextOf(others, many)} end`;
}

function firstOf(stream: IndexCursor | undefined, from?: Condition): Term {
  const entries = stream && entriesOf(stream.branches, { conditions: [], most: 1, from });
  if (entries === undefined) return term`null`;
  const first = q.selectFrom(entries.as('next')).orderBy('name_folded').orderBy('component_id').limit(1);
  return term`${first.select(term`name_folded || component_id`.as('place'))}`;
}

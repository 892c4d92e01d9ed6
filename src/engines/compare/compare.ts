import { join } from 'node:path';
import { breathe, type Engine, type EngineContext, EngineFailure } from '../engine.ts';
import { openFile } from '../random-access.ts';
import { openSnapshot, type Snapshot } from '../snapshot/reader.ts';
import type { ElementRecord } from '../snapshot/types.ts';
import { openColumns } from './columns.ts';
import { type Difference, differenceOf } from './difference.ts';
import { type Pair, pairsOf } from './merge.ts';
import { type CompareParams, type CompareResult, defaultCompareLimits } from './params.ts';
import { type Parent, parentClasses } from './parents.ts';

/** Elements between two looks at messages and signals. */
const batch = 200;

const deleted = 9;
const inserted = 18;
const updated = 23;

const members = ['elements', 'classIds', 'opcodes', 'type', 'modelIds', 'parentIds', 'parentClassIds'] as const;
const fullMembers = [
  ...members,
  'properties',
  'oldChecksums',
  'newChecksums',
  'globalIds',
  'oldValues',
  'newValues',
] as const;
const minimalMembers = [...members, 'globalIds'] as const;

/** Compares two versions of a model; see params.ts. */
export const compareSnapshots: Engine<CompareParams, CompareResult> = async (params, context) => {
  const { bytes } = { ...defaultCompareLimits, ...params.limits };
  const after = await readable(openFile(params.after).then(openSnapshot));
  const before = params.before === undefined ? undefined : await readable(openFile(params.before).then(openSnapshot));
  const columns = openColumns(params.output, fullMembers, bytes);
  try {
    const counts = { [inserted]: 0, [deleted]: 0, [updated]: 0 };
    const parents: Parent[] = [];
    for await (const change of changesOf(before, after, context)) {
      counts[change.opcode]++;
      columns.add(rowOf(change));
      parents.push({ id: change.record.parentId, of: change.opcode === deleted ? before : after });
    }
    context.progress({ step: 'Writing the result' });
    for await (const parentClassIds of parentClasses(parents)) columns.add({ parentClassIds });
    const [full, minimal] = [join(params.output, 'full.json'), join(params.output, 'minimal.json')];
    columns.join(full, 'changedElements', fullMembers);
    columns.join(minimal, 'changedElements', minimalMembers);
    return { full, minimal, added: counts[inserted], deleted: counts[deleted], modified: counts[updated] };
  } finally {
    columns.close();
    await before?.close();
    await after.close();
  }
};

interface Change {
  readonly opcode: typeof deleted | typeof inserted | typeof updated;
  /** As it is, or as it was when it is deleted. */
  readonly record: ElementRecord;
  readonly difference?: Difference;
}

/** Everything that differs, ascending by id. Tells the elements of both sides that it has seen. */
async function* changesOf(
  before: Snapshot | undefined,
  after: Snapshot,
  context: EngineContext,
): AsyncGenerator<Change, void> {
  const total = after.header.counts.elements + (before?.header.counts.elements ?? 0);
  context.progress({ step: 'Comparing', done: 0, total, unit: 'elements' });
  let done = 0;
  let seen = 0;
  const pairs = pairsOf(before?.elements() ?? nothing(), after.elements());
  for (;;) {
    const { value: pair, done: ended } = await readable(pairs.next());
    if (ended || pair === undefined) break;
    const change = changeOf(pair);
    if (change !== undefined) yield change;
    done += pair.before && pair.after ? 2 : 1;
    if (++seen % batch !== 0) continue;
    context.progress({ done });
    await breathe();
    context.signal?.throwIfAborted();
  }
  context.signal?.throwIfAborted();
  context.progress({ done });
}

async function* nothing(): AsyncGenerator<ElementRecord, void> {}

function changeOf({ before, after }: Pair): Change | undefined {
  if (after === undefined) return before && { opcode: deleted, record: before };
  if (before === undefined) return { opcode: inserted, record: after };
  const difference = differenceOf(before, after);
  return difference && { opcode: updated, record: after, difference };
}

function rowOf({ opcode, record, difference }: Change) {
  const properties = difference?.properties ?? [];
  return {
    elements: record.id,
    classIds: record.classId,
    opcodes: opcode,
    type: difference?.type ?? 0,
    modelIds: record.partitionId,
    parentIds: record.parentId,
    properties: properties.map((one) => one.accessor),
    oldChecksums: properties.map((one) => one.oldChecksum),
    newChecksums: properties.map((one) => one.newChecksum),
    globalIds: record.globalId,
    oldValues: properties.map((one) => one.oldValue),
    newValues: properties.map((one) => one.newValue),
  };
}

/** A snapshot that is damaged stays so: another attempt would end the same. */
function readable<T>(reading: Promise<T>): Promise<T> {
  return reading.catch(() => {
    throw new EngineFailure('UnreadableSnapshot', 'What was imported of a version cannot be read any more.');
  });
}

import type { Snapshot } from '../snapshot/reader.ts';
import type { Id64 } from '../snapshot/types.ts';

/** The parent of a changed element, and the side on which it is looked up. */
export interface Parent {
  /** `0` for none. */
  readonly id: Id64;
  readonly of: Snapshot | undefined;
}

/** The classes of parents, in their order; `0` for none. Each side is read through once, and only their ids are kept. */
export async function* parentClasses(parents: readonly Parent[]): AsyncGenerator<Id64, void> {
  const classes = new Map<Snapshot, Map<Id64, Id64>>();
  for (const [snapshot, some] of Map.groupBy(parents, (parent) => parent.of)) {
    if (snapshot === undefined) continue;
    const wanted = new Set(some.map((parent) => parent.id));
    wanted.delete('0');
    classes.set(snapshot, await classesOf(snapshot, wanted));
  }
  for (const { id, of } of parents) yield (of && classes.get(of)?.get(id)) ?? '0';
}

async function classesOf(snapshot: Snapshot, wanted: ReadonlySet<Id64>): Promise<Map<Id64, Id64>> {
  const found = new Map<Id64, Id64>();
  if (wanted.size === 0) return found;
  for await (const row of snapshot.rows()) {
    if (wanted.has(row.id)) found.set(row.id, row.classId);
    if (found.size === wanted.size) break;
  }
  return found;
}

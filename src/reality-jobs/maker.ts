import type { Ports } from '../api/ports/ports.ts';
import { modeOf } from '../kernel/callers/mode.ts';
import type { Subject } from '../kernel/callers/people.ts';
import type { Reader } from '../kernel/db/database.ts';
import type { RealityJobRow } from './tables.ts';

/** Who made a job, as they ask in its twin; undefined when they or the twin are gone. */
export async function makerOf(
  db: Reader,
  { owner_id, home_twin }: Pick<RealityJobRow, 'owner_id' | 'home_twin'>,
  ports: Pick<Ports, 'people' | 'twins'>,
): Promise<Subject | undefined> {
  const maker = await ports.people.subjectOf(db, owner_id);
  const twin = await ports.twins.find(db, home_twin);
  return maker && twin && { ...maker, mode: modeOf(twin) };
}

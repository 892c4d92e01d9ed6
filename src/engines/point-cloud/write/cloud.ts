import type { Crs } from '../../crs/crs.ts';
import type { EngineContext } from '../../engine.ts';
import type { ExtraBytes } from '../extra.ts';
import type { CloudFacts } from '../facts.ts';
import type { PlaceGrid } from '../source.ts';
import type { Spool } from '../spool.ts';

/** What a writer of one file gets: all points, what is known of them, and where to. */
export interface CloudToWrite {
  readonly path: string;
  readonly spool: Spool;
  readonly facts: CloudFacts;
  readonly crs: Crs | undefined;
  /** Where the inputs had their whole numbers, when all had the same. */
  readonly grid: PlaceGrid | undefined;
  readonly standardTime: boolean;
  /** What is kept of points besides their columns, by formats that have room for it. */
  readonly extra?: ExtraBytes | undefined;
  readonly context: EngineContext;
  readonly progress: (points: number) => void;
}

const millimetre = 0.001;
/** A tenth of a millimetre on the ground. */
const fineDegrees = 1e-9;
const mostWhole = 2 ** 31 - 2;

/** The whole numbers in which a file stores its places: those of the input, else millimetres. */
export function gridFor({ grid, facts, crs }: Pick<CloudToWrite, 'grid' | 'facts' | 'crs'>): PlaceGrid {
  const { low, high } = facts;
  const plane = crs?.kind === 'geographic' ? fineDegrees : millimetre;
  const axes = [0, 1, 2] as const;
  const made = axes.map((axis) => {
    const [scale, offset] = [grid?.scale[axis] ?? 1, grid?.offset[axis] ?? 0];
    const coarsest = axis < 2 ? plane : millimetre;
    const isGood = grid !== undefined && Math.abs(scale) <= coarsest;
    const reach = Math.max(Math.abs(low[axis] - offset), Math.abs(high[axis] - offset));
    if (isGood && reach / Math.abs(scale) <= mostWhole) return [scale, offset] as const;
    const from = Math.round((low[axis] + high[axis]) / 2);
    let fine = isGood ? Math.abs(scale) : coarsest;
    while ((high[axis] - low[axis] + 1) / fine > mostWhole) fine *= 10;
    return [fine, from] as const;
  });
  const [x, y, z] = [made[0] ?? [1, 0], made[1] ?? [1, 0], made[2] ?? [1, 0]];
  return { scale: [x[0], y[0], z[0]], offset: [x[1], y[1], z[1]] };
}

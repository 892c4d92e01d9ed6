import type { Static } from 'typebox';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import type { Crs } from '../../../engines/crs/crs.ts';
import type { Detail } from '../../../std/detail.ts';
import { invalidTransform } from '../errors.ts';
import { heightsTaken, type ShownMessage, warningOf } from './messages.ts';
import type { transformBody } from './schema.ts';

/** Points of one system in another; null where one of them has no such place. */
export async function transformPoints({ from, to, points }: Static<typeof transformBody>) {
  const [source, target] = [await usable(from, 'from'), await usable(to, 'to')];
  const faults = [source, target].flatMap(({ fault }) => fault ?? []);
  if (source.crs === undefined || target.crs === undefined) return fail(invalidTransform, { details: faults });
  const { transformer } = await import('../../../engines/crs/exact.ts');
  const move = transformer(source.crs, target.crs);
  const isHigh = points.some(({ length }) => length === 3);
  const moved = points.map(([x = 0, y = 0, z]) => {
    const place = move([x, y, z ?? 0]);
    // what has no height gets one only where there are no places without
    return place === undefined
      ? null
      : z === undefined && target.crs?.kind !== 'geocentric'
        ? place.slice(0, 2)
        : [...place];
  });
  const warnings = [...source.warnings, ...target.warnings];
  return reply(200, { points: moved, warnings: isHigh ? [...warnings, ...heights(source.crs, target.crs)] : warnings });
}

interface Found {
  readonly crs?: Crs;
  readonly fault?: Detail;
  readonly warnings: readonly ShownMessage[];
}

async function usable(text: string, target: string): Promise<Found> {
  const { readSystem } = await import('../../../engines/crs/system.ts');
  const { usableCrs } = await import('../../../engines/crs/crs.ts');
  const found = readSystem(text.trim());
  const crs = found && usableCrs(found);
  if (found !== undefined && crs !== undefined) return { crs, warnings: found.warnings.map(warningOf) };
  const { faultOf } = await import('../../../engines/crs/fault.ts');
  const message = found === undefined ? faultOf(text) : `The system ${found.id} cannot be calculated with.`;
  return { fault: { code: 'InvalidValue', message, target }, warnings: [] };
}

/** Heights of two systems are no more than lengths in their units. */
function heights(from: Crs, to: Crs): ShownMessage[] {
  const [a, b] = [from, to].map(({ model }) => model.vertical?.name ?? 'ellipsoid');
  return a === b || a === undefined || b === undefined ? [] : [heightsTaken(a, b)];
}

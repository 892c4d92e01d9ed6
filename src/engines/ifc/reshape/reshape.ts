import type { Relative } from '../describe/placement.ts';
import type { Mend } from '../step/mends.ts';
import type { Instance } from '../step/model.ts';
import { carriedCurves, carriedPoints } from './carried-curves.ts';
import { degenerateAxes, tellDegenerate } from './degenerate-axes.ts';
import type { Faces } from './faces.ts';
import { fillLeftOut } from './left-out.ts';
import { operators, wholeOperator } from './operators.ts';
import type { Reading } from './reading.ts';
import { type Rewriting, rewriting } from './rewriting.ts';
import { sectioned, sectionedShapes } from './sectioned.ts';
import { sweptArea, sweptAreas } from './swept-areas.ts';
import { sweptDisk, sweptDisks } from './swept-disks.ts';
import { axesPlacement, faceSet, localPlacement, operatorText, polyline } from './texts.ts';

/** Metres between points of a curve, at least. */
const near = 1e-6;

/**
 * What the library cannot read, written in its place as it can: shapes as faces, curves as polylines, placements by
 * axes. What refers to them, styles and mapped items too, stays as it is.
 */
export async function reshaped(
  reading: Reading,
  relativeTo: (placement: Instance) => Relative,
  signal?: AbortSignal,
): Promise<readonly Mend[]> {
  const { model } = reading;
  const writing = rewriting(model, signal);
  await fillLeftOut(model, writing);
  await reshapeSolids(reading, writing);
  const placements = ['IFCGRIDPLACEMENT', 'IFCLINEARPLACEMENT'].flatMap((entity) => model.all(entity));
  await writing.each(placements, (placement) => {
    const relative = relativeTo(placement);
    if (relative.matrix === null) return undefined;
    return { entity: 'IFCLOCALPLACEMENT', text: localPlacement(relative, writing.free(4)) };
  });
  await writing.each(carriedCurves(model), (curve) => {
    const points = carriedPoints(model, curve, reading.paths.curves, near / reading.units.metresPerUnit);
    return points && { entity: 'IFCPOLYLINE', text: polyline(points, writing.free(points.length)) };
  });
  const degenerate = degenerateAxes(model);
  tellDegenerate(model, degenerate);
  await writing.each(degenerate.keys(), (placement) => {
    const axes = degenerate.get(placement.number)?.axes ?? [];
    return { entity: placement.entity, text: axesPlacement(placement, axes, writing.free(axes.length)) };
  });
  await writing.each(
    operators.flatMap((entity) => model.all(entity)),
    (operator) => {
      const whole = wholeOperator(model, operator, writing.free(3));
      return whole && { entity: operator.entity, text: operatorText(whole, operator) };
    },
  );
  return writing.mends;
}

async function reshapeSolids(reading: Reading, writing: Rewriting): Promise<void> {
  const { model } = reading;
  const kinds: readonly [entities: readonly string[], faces: (item: Instance) => Faces | undefined][] = [
    [sweptDisks, (item) => sweptDisk(model, item, reading.paths.curves)],
    [sweptAreas, (item) => sweptArea(item, reading)],
    [sectionedShapes, (item) => sectioned(item, reading)],
  ];
  for (const [entities, facesOf] of kinds) {
    await writing.each(
      entities.flatMap((entity) => model.all(entity)),
      (item) => {
        const faces = facesOf(item);
        return faces && { entity: 'IFCTRIANGULATEDFACESET', text: faceSet(faces, writing.free(1)) };
      },
    );
  }
}

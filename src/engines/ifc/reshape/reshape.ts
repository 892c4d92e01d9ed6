import { breathe } from '../../engine.ts';
import { unitsOf } from '../describe/units.ts';
import { nameMend } from '../step/argument-mends.ts';
import type { Mend } from '../step/mends.ts';
import type { Model } from '../step/model.ts';
import type { StepIndex } from '../step/scan.ts';
import { curveReader } from './curves.ts';
import { sweptDisk, sweptDisks } from './swept-disks.ts';
import type { Faces } from './tube.ts';

const closeParenthesis = ')'.charCodeAt(0);
/** Characters of all new shapes together: the library holds the file in memory. */
const mostText = 2 ** 28;
/** Shapes between two looks at messages and signals. */
const batch = 200;

/**
 * Shapes that the library cannot make, written as faces in their place: what refers to them, styles and mapped items
 * too, stays as it is.
 */
export async function reshaped(model: Model, signal?: AbortSignal): Promise<Mend[]> {
  const disks = [...new Set(sweptDisks.flatMap((entity) => model.all(entity)))];
  if (disks.length === 0) return [];
  const [project] = model.all('IFCPROJECT');
  const { radiansPerUnit } = unitsOf(model, project === undefined ? undefined : model.read(project));
  const curves = curveReader(model, radiansPerUnit);
  const mends: Mend[] = [];
  let free = greatestNumber(model.index) + 1;
  let length = 0;
  for (const [n, number] of disks.entries()) {
    if (n % batch === 0) {
      await breathe();
      signal?.throwIfAborted();
    }
    const disk = model.read(number);
    const faces = disk === undefined ? undefined : sweptDisk(model, disk, curves);
    if (disk === undefined || faces === undefined) continue;
    const open = model.index.offsets[model.index.find(number)] ?? 0;
    // its arguments hold no others
    const to = model.bytes.indexOf(closeParenthesis, open);
    const text = faceSet(faces, free++);
    length += text.length;
    if (to === -1 || length > mostText) break;
    mends.push({ from: open + 1, to, text }, nameMend(model.bytes, open, disk.entity, 'IFCTRIANGULATEDFACESET'));
  }
  return mends;
}

function greatestNumber(index: StepIndex): number {
  let greatest = 0;
  for (let n = 0; n < index.count; n++) greatest = Math.max(greatest, index.numbers[n] ?? 0);
  return greatest;
}

/** The arguments of a face set, and after them the list of its points, whose end is that of the instance before. */
function faceSet({ points, triangles }: Faces, list: number): string {
  const places = points.map((point) => `(${point.map(real).join()})`);
  const corners = triangles.map((triangle) => `(${triangle.map((corner) => corner + 1)})`);
  return `#${list},$,.T.,(${corners}),$);\n#${list}=IFCCARTESIANPOINTLIST3D((${places})`;
}

/** A number as STEP writes it, without an exponent, which the library does not always read. */
const real = (value: number): string => value.toFixed(9).replace(/0+$/, '');

import { byte, skipSpace } from '../step/bytes.ts';
import { type Instance, type Model, numberOf, refOf } from '../step/model.ts';
import { isEnum, isRef, type StepValue } from '../step/values.ts';
import type { Rewriting, Rewritten } from './rewriting.ts';
import { real } from './texts.ts';

/*
 * References that the standard demands and programs leave out ($). Some have a reading that does no harm; the library
 * knows it or gets it written out. The others have none: what refers to nothing has no shape, and the report says why.
 */

interface LeftOut {
  readonly entity: string;
  readonly attribute: string;
  /** What it counts as, for people. */
  readonly reading: string;
  /** The instance that is written for it, where the library needs one. */
  readonly text?: string;
}

const harmless: readonly LeftOut[] = [
  { entity: 'IFCLOCALPLACEMENT', attribute: 'RelativePlacement', reading: 'the axes of the placement above it' },
  { entity: 'IFCAXIS2PLACEMENT3D', attribute: 'Location', reading: 'the origin' },
  { entity: 'IFCAXIS2PLACEMENT2D', attribute: 'Location', reading: 'the origin' },
  {
    entity: 'IFCAXIS1PLACEMENT',
    attribute: 'Location',
    reading: 'the origin',
    text: 'IFCCARTESIANPOINT((0.,0.,0.)',
  },
  {
    entity: 'IFCEXTRUDEDAREASOLID',
    attribute: 'ExtrudedDirection',
    reading: 'the direction across its profile',
    text: 'IFCDIRECTION((0.,0.,1.)',
  },
];

/** Of these the library says nothing, or makes something else. */
const harmful: readonly Omit<LeftOut, 'reading' | 'text'>[] = [
  { entity: 'IFCMAPPEDITEM', attribute: 'MappingSource' },
  { entity: 'IFCREPRESENTATIONMAP', attribute: 'MappedRepresentation' },
  { entity: 'IFCHALFSPACESOLID', attribute: 'BaseSurface' },
  { entity: 'IFCBOOLEANRESULT', attribute: 'SecondOperand' },
  { entity: 'IFCREVOLVEDAREASOLID', attribute: 'Axis' },
];

/** Reports what is left out, and writes out what the library would read in another way. */
export async function fillLeftOut(model: Model, writing: Rewriting): Promise<void> {
  for (const { entity, attribute, reading, text } of harmless) {
    const numbers = leavingOut(model, entity, attribute);
    tell(model, entity, attribute, numbers, `; it counts as ${reading}`);
    if (text === undefined) continue;
    await writing.each(numbers, (instance) => filled(model, instance, attribute, text, writing));
  }
  for (const { entity, attribute } of harmful) {
    const numbers = leavingOut(model, entity, attribute);
    tell(model, entity, attribute, numbers, ', and nothing can stand for it');
    // the library would turn it about something
    if (entity === 'IFCREVOLVEDAREASOLID') await writing.each(numbers, () => withoutShape(writing));
  }
}

function leavingOut(model: Model, entity: string, attribute: string): readonly number[] {
  const { bytes, index, schema } = model;
  return model.all(entity).filter((number) => {
    const position = index.find(number);
    const place = schema.attributes(index.entities[index.kinds[position] ?? 0] ?? '').indexOf(attribute);
    if (!maybeNone(bytes, index.offsets[position] ?? 0, place)) return false;
    const instance = model.read(number);
    // one that is cut short lacks more than a reference
    return instance !== undefined && instance.values.length > place && instance.values[place] === null;
  });
}

/** Whether an argument begins like one that is left out; without reading them, since a file has many placements. */
function maybeNone(bytes: Uint8Array, open: number, place: number): boolean {
  let at = open + 1;
  for (let left = place; left > 0 && at < bytes.length; at++) if (bytes[at] === byte.comma) left--;
  const first = bytes[skipSpace(bytes, at)];
  return first === byte.dollar || first === byte.star;
}

/** A file may hold thousands of them: one line for each kind. */
function tell({ issues, schema }: Model, entity: string, attribute: string, found: readonly number[], how: string) {
  const [number] = found;
  if (number === undefined) return;
  const name = schema.spelling(entity) ?? entity;
  const which =
    found.length === 1 ? `The ${name} #${number} leaves` : `${found.length} ${name}, first #${number}, leave`;
  issues.add(`${which} out ${attribute}, which the standard demands${how}.`, { number });
}

function filled(
  model: Model,
  instance: Instance,
  attribute: string,
  text: string,
  writing: Rewriting,
): Rewritten | undefined {
  const place = model.schema.attributes(instance.entity).indexOf(attribute);
  const free = writing.free(1);
  const args = instance.values.map((value, n) => (n === place ? `#${free}` : written(value)));
  if (args.includes(undefined)) return undefined;
  return { entity: instance.entity, text: `${args.join()});\n#${free}=${text}` };
}

function written(value: StepValue): string | undefined {
  if (value === null) return '$';
  if (isRef(value)) return `#${refOf(value)}`;
  if (isEnum(value)) return `.${value.enum}.`;
  const number = numberOf(value);
  return number === null ? undefined : real(number);
}

function withoutShape(writing: Rewriting): Rewritten {
  const list = writing.free(1);
  return { entity: 'IFCTRIANGULATEDFACESET', text: `#${list},$,.T.,(),$);\n#${list}=IFCCARTESIANPOINTLIST3D(()` };
}

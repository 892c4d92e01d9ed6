import { mended } from '../step/mends.ts';
import { type Instance, type Model, refsOf, textOf } from '../step/model.ts';
import { greatestNumber } from '../step/scan.ts';

/** The GlobalId of the element that shows a type. */
export const occurrenceKey = '0typeoccurrence0000000';

/**
 * The file with one element more, which stands at the origin and has the shape of its first type that has one.
 * Undefined for a file with products, which show what it holds, and for one whose types have no shapes.
 */
export function withTypeOccurrence(model: Model): Uint8Array | undefined {
  if (model.all('IFCPRODUCT').length > 0) return undefined;
  for (const number of model.all('IFCTYPEPRODUCT')) {
    const type = model.read(number);
    const maps = type === undefined ? [] : bodyMaps(model, type);
    if (type === undefined || maps.length === 0) continue;
    const at = endOfData(model);
    return mended(model.bytes, [{ from: at, to: at, text: occurrence(model, type, maps) }]);
  }
  return undefined;
}

interface ShapeMap {
  readonly map: number;
  readonly context: number;
}

/** Its bodies; where no representation says that it is one, all. Plans and axes are no part of what is seen. */
function bodyMaps(model: Model, type: Instance): readonly ShapeMap[] {
  const maps = refsOf(model.get(type, 'RepresentationMaps')).flatMap((map) => {
    const instance = model.read(map, type);
    const [number] = instance === undefined ? [] : refsOf(model.get(instance, 'MappedRepresentation'));
    const representation = number === undefined ? undefined : model.read(number);
    const [context] = representation === undefined ? [] : refsOf(representation.values[0]);
    if (representation === undefined || context === undefined) return [];
    return [{ map, context, isBody: textOf(representation.values[1]) === 'Body' }];
  });
  const bodies = maps.filter(({ isBody }) => isBody);
  return bodies.length > 0 ? bodies : maps;
}

function occurrence(model: Model, type: Instance, maps: readonly ShapeMap[]): string {
  let number = greatestNumber(model.index);
  const lines: string[] = [];
  const add = (text: string) => {
    lines.push(`#${++number}=${text};\n`);
    return `#${number}`;
  };
  const origin = add('IFCCARTESIANPOINT((0.,0.,0.))');
  const placement = add(`IFCLOCALPLACEMENT($,${add(`IFCAXIS2PLACEMENT3D(${origin},$,$)`)})`);
  const operator = add(`IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,${origin},$,$)`);
  const shapes = maps.map(({ map, context }) => {
    const item = add(`IFCMAPPEDITEM(#${map},${operator})`);
    return add(`IFCSHAPEREPRESENTATION(#${context},'Body','MappedRepresentation',(${item}))`);
  });
  const shape = add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${shapes.join()}))`);
  const element = add(`IFCBUILDINGELEMENTPROXY('${occurrenceKey}',$,$,$,$,${placement},${shape},$,$)`);
  add(`IFCRELDEFINESBYTYPE('0typerelation000000000',$,$,$,(${element}),#${type.number})`);
  return lines.join('');
}

/** Before the last end of a section that closes the data. */
function endOfData({ bytes }: Model): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ends = ['ENDSEC', 'endsec'].map((word) => text.lastIndexOf(word));
  return Math.max(...ends);
}

import { classNumber } from '../snapshot/id64.ts';
import { webIfc } from './web-ifc.ts';

const { FromRawLineData, InheritanceDef, SchemaNames, TypeInitialisers } = webIfc;

/** What the standard says of its entities, from the tables of web-ifc. Names of entities are in upper case. */
export interface Schema {
  readonly name: string;
  /** Whether the library takes a name for this schema as it is written. */
  isListed(written: string): boolean;
  /** As the standard spells it: IFCWALL → IfcWall; undefined for an entity that it does not know. */
  spelling(entity: string): string | undefined;
  /** The same for the type of a value: IFCLABEL → IfcLabel. */
  typeSpelling(type: string): string | undefined;
  /** Names of the arguments, in order. */
  attributes(entity: string): readonly string[];
  /**
   * For an entity with a GlobalId that only other versions of the standard know: its nearest ancestor that this one
   * knows, too.
   */
  standIn(entity: string): string | undefined;
  /** True for an entity that is another or below it. */
  is(entity: string, ancestor: string): boolean;
}

const known: Readonly<Record<string, number>> = Object.fromEntries(
  SchemaNames.flatMap((names, index) => names.map((name) => [name, index])),
);

/** Editions of a schema that the library does not list: IFC2X3_FINAL, IFC4_ADD2_TC1. */
const edition = /^(IFC2X3|IFC4X3|IFC4)(?![a-z0-9])/i;

const most = 64;

/** Undefined for a schema that is not supported. Versions before IFC4X3 are read as IFC4X3. */
export function schemaOf(written: string): Schema | undefined {
  const index = known[written.toUpperCase()] ?? known[edition.exec(written)?.[1]?.toUpperCase() ?? ''];
  const name = index === undefined ? undefined : SchemaNames[index]?.[0];
  if (index === undefined || name === undefined) return undefined;
  const make: Record<number, (values: unknown[]) => object> = FromRawLineData[index];
  const below: Record<number, number[]> = InheritanceDef[index];
  const makeType: Record<number, (value: unknown) => object> = TypeInitialisers[index];
  const types = new Map<string, string | undefined>();
  const samples = new Map<string, { readonly spelling: string; readonly attributes: readonly string[] } | undefined>();
  const sample = (entity: string) => {
    if (!samples.has(entity)) samples.set(entity, sampleOf(make[classNumber(entity)]));
    return samples.get(entity);
  };
  const families = new Map<string, ReadonlySet<number>>();
  const family = (ancestor: string) => {
    const own = classNumber(ancestor);
    const found = families.get(ancestor) ?? new Set([own, ...(below[own] ?? [])]);
    families.set(ancestor, found);
    return found;
  };
  return {
    name,
    isListed: (written) => known[written] === index,
    spelling: (entity) => sample(entity)?.spelling,
    typeSpelling(type) {
      if (!types.has(type)) types.set(type, makeType[classNumber(type)]?.(0).constructor.name);
      return types.get(type);
    },
    standIn: (entity) => standInOf(classNumber(entity), (name) => sample(name) !== undefined),
    attributes: (entity) => sample(entity)?.attributes ?? [],
    is: (entity, ancestor) => family(ancestor).has(classNumber(entity)),
  };
}

/** An instance without values shows the names of its members. */
function sampleOf(make: ((values: unknown[]) => object) | undefined) {
  if (make === undefined) return undefined;
  const instance = make(Array(most).fill([]));
  const attributes = Object.keys(instance).filter((name) => name !== 'expressID' && name !== 'type');
  return { spelling: instance.constructor.name, attributes };
}

/** The ancestor with the fewest below it that is known, from the first version that knows the entity. */
function standInOf(code: number, isKnown: (entity: string) => boolean): string | undefined {
  for (const [index, below] of Object.entries(InheritanceDef)) {
    const make: Record<number, (values: unknown[]) => object> = FromRawLineData[Number(index)];
    if (below === undefined || make?.[code] === undefined) continue;
    const above = Object.entries(below as Record<number, number[]>)
      .filter(([, codes]) => codes.includes(code))
      .sort(([, a], [, b]) => a.length - b.length)
      .flatMap(([ancestor]) => sampleOf(make[Number(ancestor)])?.spelling.toUpperCase() ?? []);
    const sample = sampleOf(make[code]);
    const found = sample?.attributes[0] === 'GlobalId' ? above.find(isKnown) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

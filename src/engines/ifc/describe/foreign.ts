import type { Issues } from '../issues.ts';
import type { Schema } from '../schema.ts';
import type { Mend } from '../step/mends.ts';
import { nameMend } from '../step/name-mend.ts';
import type { StepIndex } from '../step/scan.ts';
import { isRef, parseArguments, type StepValue } from '../step/values.ts';

interface File {
  readonly bytes: Uint8Array;
  readonly schema: Schema;
  readonly issues: Issues;
  readonly mends: Mend[];
}

const anyProduct = 'IFCBUILDINGELEMENTPROXY';

/**
 * The index with entities that the schema of the file does not know read as what they stand for: the nearest ancestor
 * that another version of the standard gives them; a proxy when they look like a product and no version knows them.
 */
export function withKnownEntities(index: StepIndex, file: File): StepIndex {
  const { schema, issues } = file;
  const instead = index.entities.map((entity, kind) => {
    if (schema.spelling(entity) !== undefined) return undefined;
    return schema.standIn(entity) ?? (looksLikeProduct(index, kind, file) ? anyProduct : undefined);
  });
  if (instead.every((entity) => entity === undefined)) return index;
  const counts = new Map<number, { count: number; readonly offset: number }>();
  for (let position = 0; position < index.count; position++) {
    const kind = index.kinds[position] ?? 0;
    const entity = instead[kind];
    if (entity === undefined) continue;
    const offset = index.offsets[position] ?? 0;
    const found = counts.get(kind) ?? { count: 0, offset };
    found.count++;
    counts.set(kind, found);
    file.mends.push(nameMend(file.bytes, offset, index.entities[kind] ?? '', entity));
  }
  for (const [kind, { count, offset }] of counts) {
    const read = schema.spelling(instead[kind] ?? '') ?? '';
    const message = `${index.entities[kind]} is no entity of ${schema.name}; ${count} of them ${count === 1 ? 'is' : 'are'} read as ${read}.`;
    issues.add(message, { offset });
  }
  return { ...index, entities: index.entities.map((entity, kind) => instead[kind] ?? entity) };
}

/** With a GlobalId, and a placement or a shape where products have them. */
function looksLikeProduct(index: StepIndex, kind: number, { bytes, schema }: File): boolean {
  const position = index.kinds.subarray(0, index.count).indexOf(kind);
  try {
    const values = parseArguments(bytes, index.offsets[position] ?? 0);
    const [globalId] = values;
    if (typeof globalId !== 'string' || !/^[\w$]{22}$/.test(globalId)) return false;
    const isA = (value: StepValue | undefined, entity: string) => {
      const at = isRef(value) ? index.find(value.ref) : -1;
      return at !== -1 && schema.is(index.entities[index.kinds[at] ?? 0] ?? '', entity);
    };
    return isA(values[5], 'IFCOBJECTPLACEMENT') || isA(values[6], 'IFCPRODUCTREPRESENTATION');
  } catch {
    return false;
  }
}

import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { keyOf } from '../../../engines/carbon/calculate.ts';
import { elementSubject } from '../../../engines/carbon/takeoff/columns.ts';
import { parseFilter } from '../../../std/odata/parse.ts';
import { FilterFault } from '../../../std/odata/tree.ts';
import { membersOf } from '../../../std/records.ts';
import { invalidValue, missing } from '../errors.ts';

type Members = Readonly<Record<string, unknown>>;
const objectsIn = (value: unknown): readonly (Members | undefined)[] =>
  Array.isArray(value) ? value.map((one) => (typeof one === 'object' && one !== null ? one : undefined)) : [];

/** What no schema can say: filters, names that come twice, and why something is ignored. */
export function mappingFaults({ body }: RawInput): readonly Detail[] {
  if (typeof body !== 'object' || body === null) return [];
  const { groups, materials } = membersOf(body);
  return [...groupFaults(objectsIn(groups)), ...materialFaults(objectsIn(materials))];
}

function groupFaults(groups: readonly (Members | undefined)[]): readonly Detail[] {
  const names = new Set<unknown>(['*']);
  return groups.flatMap((group, at): Detail[] => {
    const faults: Detail[] = [];
    if (names.has(group?.name))
      faults.push(invalidValue(`groups[${at}].name`, 'The name is taken; * is every element.'));
    names.add(group?.name);
    const fault = typeof group?.filter === 'string' ? filterFault(group.filter) : undefined;
    return fault === undefined ? faults : [...faults, invalidValue(`groups[${at}].filter`, fault)];
  });
}

function filterFault(text: string): string | undefined {
  try {
    parseFilter(text, elementSubject);
    return undefined;
  } catch (error) {
    if (error instanceof FilterFault) return error.message;
    throw error;
  }
}

function materialFaults(materials: readonly (Members | undefined)[]): readonly Detail[] {
  const names = new Set<string>();
  return materials.flatMap((material, at): Detail[] => {
    const faults: Detail[] = [];
    if (typeof material?.name === 'string') {
      const key = keyOf(material.name);
      if (names.has(key)) faults.push(invalidValue(`materials[${at}].name`, 'The name is there already.'));
      names.add(key);
    }
    if (material?.ignored === true && !material.reason) faults.push(missing(`materials[${at}].reason`));
    return faults;
  });
}

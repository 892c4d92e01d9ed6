import type { Detail } from '../../../api/http/problem.ts';
import { boundedJson } from '../../../std/json-bounds.ts';
import { membersOf } from '../../../std/records.ts';
import { bodyFault } from '../body-rules.ts';

/** The member that the data of the documented extensions must have. */
const keys: Readonly<Record<string, string>> = {
  PerModelCategoryVisibility: 'perModelCategoryVisibilityProps',
  EmphasizeElements: 'emphasizeElementsProps',
  VisibilityOverride: 'visibilityOverrideProps',
};

/** The fault of a documented extension whose data is of another kind; `at` is its path in the body. */
export function checkExtension(body: unknown, at = ''): Detail[] {
  const { extensionName, data } = membersOf(body);
  if (typeof extensionName !== 'string' || typeof data !== 'string') return [];
  const key = Object.hasOwn(keys, extensionName) ? keys[extensionName] : undefined;
  if (key === undefined || hasMember(data, key)) return [];
  return [bodyFault(`${at}data`, `${at}data must be the text of a JSON object with the member ${key}.`)];
}

function hasMember(text: string, key: string): boolean {
  const json = boundedJson(text);
  if (json === undefined) return true; // told already
  return typeof json.value === 'object' && json.value !== null && Object.hasOwn(json.value, key);
}

/** Faults of the extensions of a new view. */
export function checkExtensions(given: unknown): Detail[] {
  if (!Array.isArray(given)) return [];
  const names = new Set<unknown>();
  return given.flatMap((one: unknown, at) => {
    const name = membersOf(one).extensionName;
    const twice = typeof name === 'string' && names.has(name);
    names.add(name);
    const path = `extensions[${at}].`;
    if (twice) return [bodyFault(`${path}extensionName`, `${path}extensionName is used twice.`)];
    return checkExtension(one, path);
  });
}

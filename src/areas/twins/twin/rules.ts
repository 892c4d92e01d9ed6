import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import type { Issue } from '../../../kernel/schema/validator.ts';
import { membersOf } from '../../../std/records.ts';
import { pairs } from './schema.ts';

const missing = 'A required property is missing or empty.';
const limits: Record<string, string> = {
  latitude: 'Latitude cannot be less than -90.0 or greater than 90.0.',
  longitude: 'Longitude cannot be less than -180.0 or greater than 180.0.',
  status: 'Status value is incorrect. Valid values are Active, Inactive and Trial.',
};

export const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The Twins API's codes and words for an issue of a create or update body. */
export function describeTwin(issue: Issue): Partial<Detail> | undefined {
  const { target, rule } = issue;
  if (rule === 'json') return undefined;
  const empty = issue.value === null || issue.value === '';
  if (rule === 'missing' || (empty && (target === 'displayName' || target === 'number'))) {
    return { code: 'MissingRequiredProperty', message: missing };
  }
  const shown = capitalized(target);
  const tooLong = rule === 'maxLength' ? `${shown} cannot be more than ${issue.limit} characters.` : undefined;
  return { code: 'InvalidValue', message: tooLong ?? limits[target] ?? `${shown} value is incorrect.` };
}

/** A subClass that does not belong to its class; Accounts are never made through the API. */
export function checkPair(raw: RawInput): Detail[] {
  const { class: ofClass, subClass } = membersOf(raw.body);
  const known = typeof ofClass === 'string' && Object.hasOwn(pairs, ofClass) ? pairs[ofClass] : undefined;
  const fits = known === undefined || typeof subClass !== 'string' || known.includes(subClass);
  if (fits && subClass !== 'Account') return [];
  return [{ code: 'InvalidValue', message: 'SubClass value is incorrect.', target: 'subClass' }];
}

const neverSet = [
  'dataCenterLocation',
  'parentId',
  'twinAccountId',
  'imageName',
  'image',
  'createdDateTime',
  'createdBy',
  'lastModifiedDateTime',
  'lastModifiedBy',
];
const setAtCreation = ['dataCenterLocation', 'parentId'];

/** Read-only members in a create body. */
export function checkReadOnlyAtCreation(raw: RawInput): Detail[] {
  const body = membersOf(raw.body);
  return ['id', ...neverSet]
    .filter((name) => !setAtCreation.includes(name) && Object.hasOwn(body, name))
    .map((name) => readOnly(name, 'should not be set'));
}

/** Read-only members in an update body; one that equals the stored value is tolerated. */
export function checkReadOnlyAtUpdate(raw: RawInput, stored: Readonly<Record<string, unknown>>): Detail[] {
  const body = membersOf(raw.body);
  const differs = (name: string) => Object.hasOwn(body, name) && !isSame(body[name], stored[name]);
  const fixed = ['id', 'class', 'subClass'].filter(differs).map((name) => readOnly(name, 'cannot be modified'));
  return [...fixed, ...neverSet.filter(differs).map((name) => readOnly(name, 'should not be set'))];
}

/** Signed addresses differ in their signature at every read. */
function isSame(given: unknown, stored: unknown): boolean {
  if (given === stored) return true;
  if (typeof given !== 'string' || typeof stored !== 'string') return false;
  return given.split('?')[0]?.toLowerCase() === stored.split('?')[0]?.toLowerCase();
}

const readOnly = (name: string, what: string): Detail => ({
  code: 'ReadOnlyProperty',
  message: `${capitalized(name)} is read only and ${what}.`,
  target: name,
});

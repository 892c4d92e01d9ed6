import type { Column } from '../../../api/archive/columns.ts';
import { isUuid } from '../../../std/ids.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { partsOfItemId } from '../../../std/item-id.ts';

/** What is wrong with a value, as the end of a sentence. */
type ValueRule = (value: unknown) => string | undefined;

const ifNot =
  (why: string, fits: (value: unknown) => boolean): ValueRule =>
  (value) =>
    fits(value) ? undefined : why;
const isText = (value: unknown): value is string => typeof value === 'string';
const matches = (pattern: RegExp) => (value: unknown) => isText(value) && pattern.test(value);

const text = ifNot('must be a string', isText);
const uuid = ifNot(
  'must be a UUID in lower case',
  (value) => isText(value) && isUuid(value) && value === value.toLowerCase(),
);
const itemId = ifNot('must be an id of 43 characters', (value) => isText(value) && partsOfItemId(value) !== undefined);
const viewId = ifNot('must be an id of 66 characters', (value) => isText(value) && partsOfViewId(value) !== undefined);
const time = ifNot('must be a time in UTC with milliseconds', isTime);
const content = ifNot(
  'must be the SHA-256 of a content',
  matches(/^[0-9a-f]{64}(?: [\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?)?$/),
);

const rules: Readonly<Record<string, ValueRule>> = {
  text,
  address: text,
  email: text,
  'text+ids': text,
  'id:carbon': text,
  time,
  job: uuid,
  person: uuid,
  member: uuid,
  'other-twin': uuid,
  'key:uuid': uuid,
  'key:person': uuid,
  'key:item': itemId,
  'key:view': viewId,
  'key:sha256': ifNot('must be a SHA-256', matches(/^[0-9a-f]{64}$/)),
  'guid:self': uuid,
  'any-id': text,
  int: ifNot('must be an integer', Number.isSafeInteger),
  num: ifNot('must be a number', Number.isFinite),
  order: ifNot('must be a whole number as text', matches(/^(?:0|-?[1-9][0-9]{0,17})$/)),
  blob: content,
  blobs: ifNot(
    'must be a list of SHA-256',
    (value) => Array.isArray(value) && value.every((one) => content(one) === undefined),
  ),
};

/** What is wrong with the value of a column; ids of other records are compared with those records. */
export function valueFault({ code, nullable, derived }: Column, value: unknown): string | undefined {
  if (value === undefined) return nullable || derived ? undefined : 'is required';
  if (value === null) return 'must not be null';
  if (code.startsWith('json')) return undefined;
  if (code.startsWith('guid')) return uuid(value);
  return (rules[code] ?? text)(value);
}

function isTime(value: unknown): boolean {
  if (!isText(value) || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return false;
  const ms = Date.parse(value);
  return !Number.isNaN(ms) && isoTime(ms) === value;
}

/** The twin in an id of a saved view; undefined for any other text. */
export function partsOfViewId(id: string): { readonly twinId: string } | undefined {
  const bytes = Buffer.from(id, 'base64url');
  if (bytes.length !== 49 || bytes[0] !== 0 || bytes.toString('base64url') !== id) return undefined;
  const twinId = bytes.toString('hex', 17, 33).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { twinId };
}

import type { Detail } from '../../../std/detail.ts';
import { parseInstant } from '../../../std/instant.ts';
import { isUuid } from '../../../std/uuid.ts';
import { type Control, longestText } from './controls.ts';

type Fault = 'InvalidProperty' | 'InvalidValue';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const faultOf = (code: Fault, { label }: Control, target: string): Detail => ({
  code,
  message: code === 'InvalidProperty' ? `${label} is not of the right type.` : `${label} value is incorrect.`,
  target,
});

/** What is wrong with a custom property's value, by its control; null is never wrong. */
export function faultsOfValue(control: Control, value: unknown, target: string): Detail[] {
  if (value === null) return [];
  if (control.type === 'Table') return faultsOfTable(control, value, target);
  const code = checks[control.type]?.(value, control);
  return code === undefined ? [] : [faultOf(code, control, target)];
}

type Check = (value: unknown, control: Control) => Fault | undefined;

const ofType = (
  isRight: (value: unknown) => boolean,
  isAllowed: (value: never, control: Control) => boolean,
): Check => {
  return (value, control) => {
    if (!isRight(value)) return 'InvalidProperty';
    return isAllowed(value as never, control) ? undefined : 'InvalidValue';
  };
};

const isText = (value: unknown): boolean => typeof value === 'string';
const anyOne = () => true;

const formats: Readonly<Record<string, RegExp>> = {
  email: /^[^\s@]{1,64}@[^\s@]{1,255}$/,
  url: /^https?:\/\/\S{1,4000}$/i,
  digits: /^\d+$/,
};

function fitsText(text: string, { members }: Control): boolean {
  const most = typeof members.MaxLength === 'number' ? Math.min(members.MaxLength, longestText) : 4000;
  const format = typeof members.Format === 'string' ? formats[members.Format] : undefined;
  return text.length <= most && (text === '' || format === undefined || format.test(text));
}

const fitsNumber = (value: number, { members: { Minimum, Maximum } }: Control): boolean =>
  !(typeof Minimum === 'number' && value < Minimum) && !(typeof Maximum === 'number' && value > Maximum);

function isOption(text: string, { members }: Control): boolean {
  const options = Array.isArray(members.Options) ? members.Options : [];
  return members.AllowOther === true || text === '' || options.some((one) => isRecord(one) && one.Value === text);
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const areOptions = (texts: readonly string[], control: Control): boolean =>
  new Set(texts).size === texts.length && texts.every((one) => isOption(one, control));

const isPicked = (value: unknown): boolean =>
  isRecord(value) && isText(value.id) && isUuid(String(value.id)) && (value.displayName ?? '') !== null;
const isSigned = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value.name) &&
  isText(value.dateTime) &&
  ['undefined', 'string'].includes(typeof value.attachmentId);

const option = ofType(isText, isOption);

const checks: Readonly<Record<string, Check>> = {
  TextBox: ofType(isText, fitsText),
  NumberBox: ofType((value) => typeof value === 'number', fitsNumber),
  CheckBox: ofType((value) => typeof value === 'boolean', anyOne),
  ComboBox: option,
  RadioGroup: option,
  MultiSelect: ofType(isTexts, areOptions),
  DatePicker: ofType(isText, (text: string) => text === '' || parseInstant(text) !== undefined),
  CascadingList: ofType(isText, (text: string) => text.length <= 4000),
  UserPicker: ofType(isPicked, anyOne),
  Signature: ofType(isSigned, ({ dateTime }: { dateTime: string }) => parseInstant(dateTime) !== undefined),
};

function faultsOfTable(control: Control, value: unknown, target: string): Detail[] {
  if (!Array.isArray(value)) return [faultOf('InvalidProperty', control, target)];
  const most = typeof control.members.MaxRows === 'number' ? control.members.MaxRows : 500;
  if (value.length > most) return [faultOf('InvalidValue', control, target)];
  const columns = new Map(control.columns.map((column) => [column.key, column]));
  return value.flatMap((row, at) => {
    if (!isRecord(row)) return [faultOf('InvalidProperty', control, `${target}[${at}]`)];
    if (row.id !== undefined && !(isText(row.id) && isUuid(String(row.id)))) {
      return [faultOf('InvalidProperty', control, `${target}[${at}].id`)];
    }
    return Object.entries(row).flatMap(([key, cell]) => {
      const column = columns.get(key);
      return column ? faultsOfValue(column, cell, `${target}[${at}].${key}`) : [];
    });
  });
}

/** Whether a value counts as given where one is required. */
export const isGiven = (value: unknown): boolean =>
  !(value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0));

import { isObject } from './body.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Signs that would act on a terminal are shown instead. */
export const harmless = (text: string): string =>
  text.replaceAll(controls, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A value as one text: nested ones as JSON, absent ones empty. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const two = (value: number): string => String(value).padStart(2, '0');

/** As people at a terminal read it: times of their own clock. */
export function terminalText(value: unknown): string {
  if (typeof value === 'string' && iso.test(value)) {
    const time = new Date(value);
    if (!Number.isNaN(time.getTime())) {
      const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
      return `${date} ${two(time.getHours())}:${two(time.getMinutes())}`;
    }
  }
  return harmless(plainText(value));
}

/** A member, or one within another: `properties.name`. */
export function memberAt(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  const dot = name.indexOf('.');
  if (dot < 0) return undefined;
  return memberAt(value[name.slice(0, dot)], name.slice(dot + 1));
}

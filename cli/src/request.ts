import { basename, extname } from 'node:path';
import type { Given } from './arguments.ts';
import { bytesOf, dataOf, isObject, type Members, problemsOfBody, put } from './body.ts';
import { wrongCall } from './failure.ts';
import type { Io } from './io.ts';
import { flagsOf, type TypedFlag, typedName } from './operation-flags.ts';
import type { Flag, Operation } from './table.ts';
import { readValue } from './values.ts';

/** A request, before the server's address and the token are put to it. */
export interface Prepared {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | undefined;
}

/** Gives the id of a twin for what somebody called it. */
export interface Twins {
  /** For a value that was given. */
  idOf(given: string): Promise<string>;
  /** For a required one that is missing: by `--twin`, environment, folder or profile. */
  fallback(): Promise<string | undefined>;
  /** For an optional one: by `--twin` only. */
  asked(): Promise<string | undefined>;
}

/** What was typed for an operation, its values read and checked by the contract; nothing is sent yet. */
export async function requestOf(operation: Operation, given: Given, io: Io, twins: Twins): Promise<Prepared> {
  const typed = new Map(flagsOf(operation).map((one) => [one.name, one]));
  const problems = [...given.problems];
  const path = await pathOf(operation, given, twins, problems);
  const values = valuesOf(typed, given, problems);
  const body = await bodyOf(operation, given, values, io, problems);
  checkParameters(operation, values, problems);
  await fillTwins(operation, values, body, twins, problems);
  if (isObject(body))
    problems.push(...problemsOfBody(body, operation.flags, (flag) => `--${typedName(operation, flag)}`));
  if (problems.length > 0) throw wrongCallOf(operation, problems);
  return {
    method: operation.method,
    path: path + queryOf(values),
    headers: headersOf(operation, given, values, body),
    body: body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body),
  };
}

/** All that is wrong with a call, and how it would be right. */
export const wrongCallOf = (operation: Operation, problems: readonly string[]) =>
  wrongCall(`Cannot call ${operation.words.join(' ')}.`, [
    ...inOrder(operation, problems).map((one) => `  ${one}`),
    `Usage: ${usageOf(operation)}`,
    `Help:  twin ${operation.words.join(' ')} --help`,
  ]);

/** In the order of the contract; what is not of it comes first. */
function inOrder(operation: Operation, problems: readonly string[]): string[] {
  const names = operation.flags.map((flag) => `--${typedName(operation, flag)}:`);
  const place = (problem: string) => names.findIndex((name) => problem.startsWith(name));
  return [...new Set(problems)].sort((a, b) => place(a) - place(b));
}

/** One line: the command with what it needs. */
export function usageOf(operation: Operation): string {
  const needed = operation.flags
    .filter(({ required, name }) => required && !name.includes('.'))
    .map((flag) => `--${typedName(operation, flag)} ${placeholderOf(flag)}`);
  return [
    'twin',
    ...operation.words,
    ...operation.positional.map(({ name }) => `<${name}>`),
    ...(operation.rest === undefined ? [] : [`<${operation.rest}>...`]),
    ...needed,
    ...(operation.body === 'file' ? ['--file <path>'] : []),
    '[flags]',
  ].join(' ');
}

function placeholderOf({ enum: values, type }: Flag): string {
  if (values === undefined) return type === 'string' ? '<text>' : type === 'any' ? '<value>' : `<${type}>`;
  const all = values.join('|');
  return all.length > 40 ? '<…>' : `<${all}>`;
}

async function pathOf(operation: Operation, { words }: Given, twins: Twins, problems: string[]): Promise<string> {
  const { positional, rest } = operation;
  const missing = positional.length - words.length;
  const twinAt = positional.findIndex(({ twin }) => twin);
  const fallback = missing === 1 && twinAt >= 0 && rest === undefined ? await twins.fallback() : undefined;
  const values = fallback === undefined ? words : [...words.slice(0, twinAt), fallback, ...words.slice(twinAt)];
  if (values.length < positional.length)
    problems.push(...positional.slice(values.length).map(({ name }) => `<${name}>: required.`));
  if (rest === undefined && values.length > positional.length)
    problems.push(`${values.slice(positional.length).join(' ')}: too many arguments.`);
  let path = operation.path;
  for (const [at, { name, twin }] of positional.entries()) {
    const value = values[at];
    if (value === undefined) continue;
    if (value === '') problems.push(`<${name}>: empty.`);
    const id = twin && problems.length === 0 ? await twins.idOf(value) : value;
    path = path.replace(`{${name}}`, () => segment(id));
  }
  return path;
}

/** One segment of a path, whatever is in it; dots alone would be another path. */
const segment = (text: string): string =>
  encodeURIComponent(text).replace(/^\.{1,2}$/, (dots) => dots.replaceAll('.', '%2E'));

type Values = Map<Flag, unknown>;

function valuesOf(typed: ReadonlyMap<string, TypedFlag>, { flags }: Given, problems: string[]): Values {
  const values: Values = new Map();
  for (const [name, texts] of flags) {
    const flag = typed.get(name)?.flag;
    if (flag === undefined) continue;
    const read = readValue(isTwinFlag(flag) ? { ...flag, format: 'name' } : flag, texts);
    const problem = 'problem' in read ? read.problem : headerProblem(flag, read.value);
    if (problem !== undefined) problems.push(`--${name}: ${problem}`);
    values.set(flag, problem === undefined && 'value' in read ? read.value : undefined);
  }
  return values;
}

/** Headers hold plain letters only. */
const headerProblem = (flag: Flag, value: unknown): string | undefined =>
  flag.in === 'header' && !/^[\x20-\x7e]*$/.test(String(value)) ? 'may have plain letters only.' : undefined;

async function bodyOf(
  operation: Operation,
  { flags, words }: Given,
  values: Values,
  io: Io,
  problems: string[],
): Promise<unknown> {
  if (operation.body === '') return undefined;
  if (operation.body === 'file') return fileOf(operation, flags.get('file')?.at(-1), io, problems);
  if (operation.rest !== undefined) {
    const listed = words.slice(operation.positional.length);
    const data = flags.get('data')?.at(-1);
    if (listed.length === 0 && data === undefined) problems.push(`<${operation.rest}>: required.`);
    return data === undefined ? listed : dataOf(io, data);
  }
  const data = flags.get('data')?.at(-1);
  const whole = data === undefined ? undefined : await dataOf(io, data);
  const members = [...values].filter(([flag]) => flag.in === 'body');
  const hasMembers = operation.flags.some((flag) => flag.in === 'body');
  if (whole !== undefined && !isObject(whole)) {
    if (hasMembers || members.length > 0) problems.push('--data: is no JSON object.');
    return whole;
  }
  if (!hasMembers && whole === undefined && operation.bodyRequired) problems.push('--data: required.');
  const body: Members = { ...whole };
  // members of members after what holds them
  for (const [flag, value] of members.sort(([a], [b]) => a.name.split('.').length - b.name.split('.').length))
    if (value !== undefined) put(body, flag.name, value);
    else put(body, flag.name, placeOfFault);
  for (const name of flags.get('unset') ?? []) unset(operation, name, body, problems);
  return body;
}

/** Stands where a value was wrong, so that it is told once and not as missing, too. */
const placeOfFault = Symbol('fault');

function unset(operation: Operation, name: string, body: Members, problems: string[]): void {
  const flag = operation.flags.find((one) => one.in === 'body' && one.name.toLowerCase() === name.toLowerCase());
  if (flag === undefined) problems.push(`--unset: the body has no ${name}.`);
  else if (!flag.nullable) problems.push(`--unset: ${flag.name} may not be null.`);
  else put(body, flag.name, null);
}

async function fileOf(
  operation: Operation,
  name: string | undefined,
  io: Io,
  problems: string[],
): Promise<Uint8Array | undefined> {
  if (name !== undefined) return bytesOf(io, name, '--file');
  if (operation.bodyRequired) problems.push('--file: required.');
  return undefined;
}

function checkParameters(operation: Operation, values: Values, problems: string[]): void {
  for (const flag of operation.flags) {
    if (flag.in === 'body' || !flag.required || values.has(flag) || isTwinFlag(flag)) continue;
    problems.push(`--${typedName(operation, flag)}: required.`);
  }
}

const isTwinFlag = ({ name, type }: Flag): boolean => type === 'string' && (name === 'twinId' || name === 'projectId');

/** Twins by name, and those that nobody named. */
async function fillTwins(
  operation: Operation,
  values: Values,
  body: unknown,
  twins: Twins,
  problems: string[],
): Promise<void> {
  const hasOlder = operation.flags.some((flag) => flag.hidden && values.has(flag));
  for (const flag of operation.flags.filter(isTwinFlag)) {
    const given = values.get(flag) ?? (flag.in === 'body' && isObject(body) ? body[flag.name] : undefined);
    const isWrong = values.has(flag) && given === undefined;
    if (isWrong || (flag.hidden && given === undefined)) continue;
    const isNeeded = flag.required && !hasOlder;
    const id = await twinFor(given, isNeeded, twins, problems.length > 0);
    if (id !== undefined) setTwin(flag, id, values, body);
    else if (isNeeded && flag.in !== 'body') problems.push(`--${typedName(operation, flag)}: required.`);
  }
}

/** Where something is wrong anyhow, nobody is asked. */
async function twinFor(given: unknown, isNeeded: boolean, twins: Twins, isWrong: boolean): Promise<string | undefined> {
  if (typeof given === 'string') return isWrong ? given : twins.idOf(given);
  return isNeeded ? twins.fallback() : twins.asked();
}

function setTwin(flag: Flag, id: string, values: Values, body: unknown): void {
  if (flag.in !== 'body') values.set(flag, id);
  else if (isObject(body)) body[flag.name] = id;
}

/** The query of a request, with lists as comma lists. */
function queryOf(values: Values): string {
  const parts = [...values].flatMap(([flag, value]) => {
    if (flag.in !== 'query' || value === undefined) return [];
    const text = Array.isArray(value) ? value.map((one) => encoded(one)).join(',') : encoded(value);
    return [`${encodeURIComponent(flag.name).replaceAll('%24', '$')}=${text}`];
  });
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

const encoded = (value: unknown): string =>
  encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value));

function headersOf(operation: Operation, given: Given, values: Values, body: unknown): Record<string, string> {
  const { flags } = given;
  const file = flags.get('file')?.at(-1);
  const prefer = flags.get('prefer')?.at(-1);
  const match = flags.get('if-match')?.at(-1);
  const headers: Record<string, string> = { Accept: acceptOf(operation) };
  if (operation.body === 'json' && body !== undefined) headers['Content-Type'] = 'application/json';
  if (operation.body === 'file' && body !== undefined)
    headers['Content-Type'] = flags.get('content-type')?.at(-1) ?? typeOf(file ?? '', operation.types ?? []);
  if (operation.disposition && file !== undefined && file !== '-')
    headers['Content-Disposition'] = dispositionOf(basename(file));
  if (prefer !== undefined) headers.Prefer = /^return=/.test(prefer) ? prefer : `return=${prefer}`;
  if (match !== undefined) headers['If-Match'] = match;
  for (const [flag, value] of values)
    if (flag.in === 'header' && value !== undefined) headers[flag.name] = String(value);
  return headers;
}

/** The version that the command was made from; a file comes in its own type. */
const acceptOf = ({ answer, version }: Operation): string =>
  answer === 'events' ? 'text/event-stream' : `application/vnd.vendor.twin-platform.v${version}+json`;

const dispositionOf = (name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
};

const byExtension: Readonly<Record<string, string>> = {
  '.bcf': 'application/octet-stream',
  '.bcfzip': 'application/octet-stream',
  '.csv': 'text/csv',
  '.dxf': 'image/vnd.dxf',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.webp': 'image/webp',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
};

/** The type of a file by its name, among those that are declared; else the first of these that is no range. */
function typeOf(name: string, types: readonly string[]): string {
  const own = byExtension[extname(name).toLowerCase()];
  const isTaken = (type: string) =>
    types.some((one) => one === type || one === '*/*' || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))));
  if (own !== undefined && (types.length === 0 || isTaken(own))) return own;
  return types.find((one) => !one.includes('*')) ?? 'application/octet-stream';
}

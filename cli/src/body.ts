import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { wrongCall } from './failure.ts';
import type { Io } from './io.ts';
import type { Flag } from './table.ts';
import { typeProblem } from './values.ts';

export type Members = Record<string, unknown>;

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The bytes of a file that was named, or of standard input for `-`. */
export async function bytesOf(io: Io, name: string, flag: string): Promise<Uint8Array> {
  if (name === '-') return io.stdin.read();
  try {
    return await readFile(resolve(io.cwd, name));
  } catch (error) {
    throw wrongCall(`${flag}: ${name} cannot be read (${reasonOf(error)}).`);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder',
};

export const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
};

/** The body that `--data` gives: JSON, `@file`, or `-`. */
export async function dataOf(io: Io, given: string): Promise<unknown> {
  const isFile = given === '-' || given.startsWith('@');
  const text = isFile ? new TextDecoder().decode(await bytesOf(io, given.replace(/^@/, ''), '--data')) : given;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrongCall(`--data is not valid JSON${placeIn(text, error)}.`);
  }
}

/** Where the reader stopped, by line and column. */
export function placeIn(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const lineAndColumn = /\(line (\d+) column (\d+)\)/.exec(message);
  if (lineAndColumn) return ` (line ${lineAndColumn[1]}, column ${lineAndColumn[2]})`;
  const position = /position (\d+)/.exec(message)?.[1];
  const before = position === undefined ? text : text.slice(0, Number(position));
  const lines = before.split('\n');
  return ` (line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1})`;
}

/** Puts a value at a place of one or two steps. */
export function put(body: Members, name: string, value: unknown): void {
  const dot = name.indexOf('.');
  if (dot < 0) {
    body[name] = value;
    return;
  }
  const holder = name.slice(0, dot);
  const inner = body[holder];
  body[holder] = { ...(isObject(inner) ? inner : {}), [name.slice(dot + 1)]: value };
}

function at(body: Members, name: string): unknown {
  const dot = name.indexOf('.');
  if (dot < 0) return body[name];
  const inner = body[name.slice(0, dot)];
  return isObject(inner) ? inner[name.slice(dot + 1)] : undefined;
}

/** What the contract says against a body, each with the flag that would set it right. */
export function problemsOfBody(body: Members, flags: readonly Flag[], shown: (flag: Flag) => string): string[] {
  return flags
    .filter((flag) => flag.in === 'body')
    .flatMap((flag) => {
      const dot = flag.name.indexOf('.');
      const isAsked = dot < 0 || isObject(body[flag.name.slice(0, dot)]);
      const value = at(body, flag.name);
      if (typeof value === 'symbol') return []; // told already
      if (value === undefined) return flag.required && isAsked ? [`${shown(flag)}: required.`] : [];
      const problem = typeProblem(flag, value);
      return problem === undefined ? [] : [`${shown(flag)}: ${problem}`];
    });
}

import { type JsonOf, jsonOf, readJson } from '../../std/json.ts';

const linesKept = 50;
const longest = 500;

export type Lines = JsonOf<string[]>;

/** The stored log with a line more: the last 50, one text line each, at most 500 characters. */
export function withLine(log: Lines, line: string): Lines {
  return jsonOf([...linesOf(log), cleanLine(line)].slice(-linesKept));
}

export const linesOf = (log: Lines): string[] => readJson(log);

/** Control characters (NUL cannot be stored by PostgreSQL) and lone surrogates are replaced. */
export const cleanLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, longest);

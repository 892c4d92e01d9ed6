const linesKept = 50;
const longest = 500;

/** The stored log with a line more: the last 50, one text line each, at most 500 characters. */
export function withLine(log: string, line: string): string {
  return JSON.stringify([...linesOf(log), cleanLine(line)].slice(-linesKept));
}

export const linesOf = (log: string): string[] => JSON.parse(log) as string[];

/** Control characters (NUL cannot be stored by PostgreSQL) and lone surrogates are replaced. */
export const cleanLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, longest);

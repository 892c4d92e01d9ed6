import type { RandomAccess } from '../random-access.ts';

const pieceSize = 1 << 20;
const longestLine = 100_000;

/** The lines of a text file from a place on, without their ends; a line that never ends ends the reading. */
export async function* linesOf(file: RandomAccess, start = 0): AsyncGenerator<string> {
  let rest = '';
  const decoder = new TextDecoder('latin1');
  for (let at = start; at < file.size; at += pieceSize) {
    const text = rest + decoder.decode(await file.read(at, Math.min(pieceSize, file.size - at)));
    const lines = text.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
    if (rest.length > longestLine) return yield rest.slice(0, longestLine);
  }
  if (rest !== '') yield rest;
}

/** The lines at the beginning of a file up to one that `isLast`, and where the next one begins. */
export async function headOf(
  file: RandomAccess,
  isLast: (line: string) => boolean,
): Promise<{ readonly lines: readonly string[]; readonly end: number } | undefined> {
  const bytes = Buffer.from(await file.read(0, Math.min(file.size, longestLine)));
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    if (end < 0) return undefined;
    const line = bytes.toString('latin1', at, end).replace(/\r$/, '');
    lines.push(line);
    at = end + 1;
    if (isLast(line)) return { lines, end: at };
  }
  return undefined;
}

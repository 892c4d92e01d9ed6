import type { ArchiveEntry } from '../../../engines/archive/entry-index.ts';
import { unpacked } from '../../../engines/archive/unpacked.ts';
import type { ZipFile } from '../../../engines/archive/zip-directory.ts';
import { refusals } from './faults.ts';

export interface Line {
  readonly bytes: Buffer;
  /** From 1. */
  readonly number: number;
}

export const longestLine = 16 * 2 ** 20;
const lineFeed = 0x0a;

/** The lines of a file of an archive, without their ends. Throws `ArchiveRefused`: nothing is read on then. */
export async function* linesIn(file: ZipFile, entry: ArchiveEntry, longest = longestLine): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let [length, number] = [0, 1];
  const place = () => ({ entry: entry.path, line: number });
  for await (const chunk of unpacked(file, entry)) {
    let from = 0;
    for (let to = chunk.indexOf(lineFeed); to >= 0; to = chunk.indexOf(lineFeed, from)) {
      if (length + to - from > longest) throw refusals.tooLong(place());
      yield {
        bytes: parts.length === 0 ? chunk.subarray(from, to) : Buffer.concat([...parts, chunk.subarray(from, to)]),
        number,
      };
      [parts, length, from] = [[], 0, to + 1];
      number++;
    }
    if (from === chunk.length) continue;
    parts.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > longest) throw refusals.tooLong(place());
  }
  if (length > 0) throw refusals.invalid(place(), 'line', 'has no end');
}

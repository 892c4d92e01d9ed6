import { closeSync, openSync, writeSync } from 'node:fs';
import { EngineFailure } from '../engine.ts';
import type { PageQuery } from './params.ts';

const bufferBytes = 2 ** 18;

/** What stands between two rows. */
export const separatorOf = ({ form }: Pick<PageQuery, 'form'>): string => (form === 'json' ? ',\n' : '\n');

/** A new file for the rows of a page, which may take so many bytes at most. */
export function pageFile(path: string, most: number) {
  const file = openSync(path, 'wx');
  let waiting = '';
  let size = 0;
  const flush = () => {
    const bytes = Buffer.from(waiting);
    size += bytes.length;
    if (size > most) throw new EngineFailure('PageTooLarge', `The rows take more than ${Math.floor(most / 1e6)} MB.`);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    waiting = '';
  };
  return {
    write(text: string) {
      waiting += text;
      if (waiting.length >= bufferBytes) flush();
    },
    close() {
      try {
        flush();
      } finally {
        closeSync(file);
      }
    },
  };
}

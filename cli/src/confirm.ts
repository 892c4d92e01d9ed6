import type { General } from './general-flags.ts';
import type { Io } from './io.ts';
import type { Operation } from './table.ts';

/** Asks at a terminal before something is deleted; elsewhere nobody could answer. */
export async function confirmDelete(io: Io, operation: Operation, path: string, general: General): Promise<boolean> {
  if (operation.method !== 'DELETE' || general.yes || !io.stderr.isTerminal || !io.stdin.isTerminal) return true;
  const noun = (operation.words.at(-2) ?? 'this').replaceAll('-', ' ').replace(/ies$/, 'y').replace(/s$/, '');
  const id = decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? '');
  const verb = operation.words.at(-1) ?? 'delete';
  await io.stderr.write(`${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${noun} ${id}? [y/N] `);
  return /^y(es)?$/i.test((await io.stdin.line()).trim());
}

import type { Range } from './store.ts';

/**
 * The range that a Range header asks for, of content with `size` bytes. Undefined: all of it, also where the header
 * is none we serve (several ranges, other units); 'unsatisfiable': beyond the end.
 */
export function parseRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return Number(last) === 0 || size === 0 ? 'unsatisfiable' : suffix(Number(last), size);
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

const suffix = (length: number, size: number): Range => ({ start: Math.max(0, size - length), end: size - 1 });

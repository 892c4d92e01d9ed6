import type { Compiled } from './compile.ts';
import type { Operation } from './operation.ts';

/** Each operation with its address, and what changes in it, as lines for people. */
export function operationLines({ operations }: Pick<Compiled, 'operations'>): readonly string[] {
  const lines: string[] = [];
  let unchanged = 0;
  for (const operation of operations.values()) {
    const changes = changesOf(operation);
    if (operation.path === undefined && changes === '') {
      unchanged++;
      continue;
    }
    lines.push(`${operation.endpoint.method} ${operation.address}`);
    if (operation.path !== undefined) lines.push(`  of ${operation.endpoint.path}`);
    if (changes !== '') lines.push(`  ${changes}`);
  }
  return [...lines, `${operations.size - unchanged} operations change, ${unchanged} stay as they are.`];
}

const changesOf = ({ members }: Operation): string =>
  [...members].map(([ours, theirs]) => `${ours} → ${theirs}`).join(', ');

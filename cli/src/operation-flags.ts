import { type FlagForm, plainName } from './arguments.ts';
import { generalFlags } from './general-flags.ts';
import type { Flag, Operation } from './table.ts';

/** A flag as it is typed, and what it fills; undefined where it is none of the contract. */
export interface TypedFlag extends FlagForm {
  readonly flag?: Flag;
}

const taken = new Set(generalFlags.map(({ name }) => plainName(name)));
/** Flags of every operation with a body of JSON, and with a file as body. */
const ofBody = { json: ['data', 'unset'], file: ['file', 'content-type'], '': [] };

/** Flags that an operation takes, without those of every command. */
export function flagsOf(operation: Operation): readonly TypedFlag[] {
  const own = ofBody[operation.body].map((name): TypedFlag => ({ name, takes: 'one' }));
  const used = new Set([...taken, ...own.map(({ name }) => plainName(name))]);
  const headers: readonly TypedFlag[] = [
    ...(operation.prefer ? [{ name: 'prefer', takes: 'one' as const }] : []),
    ...(operation.method === 'GET' || operation.method === 'POST' ? [] : [{ name: 'if-match', takes: 'one' as const }]),
  ];
  for (const { name } of headers) used.add(plainName(name));
  const named = operation.flags.flatMap((flag): TypedFlag[] => {
    const takes = flag.type === 'boolean' ? 'none' : 'one';
    const short = flag.name.replace(/^\$/, '');
    const exact: TypedFlag = { name: `${flag.in}.${short}`, takes, flag };
    if (used.has(plainName(short))) return [exact];
    used.add(plainName(short));
    return [{ name: short, takes, flag }, exact];
  });
  return [...own, ...headers, ...named];
}

/** How a flag of the contract is typed. */
export const typedName = (operation: Operation, flag: Flag): string =>
  flagsOf(operation).find((one) => one.flag === flag)?.name ?? flag.name;

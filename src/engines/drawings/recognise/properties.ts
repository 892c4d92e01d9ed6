import type { Link } from '../connectivity/links.ts';
import { kindByTicks } from '../connectivity/ticks.ts';
import type { SymbolRule } from '../symbols/set.ts';
import type { Seen } from './recognise.ts';

/** What the first letter of an instrument says (ISA 5.1). */
const quantities: Readonly<Record<string, string>> = {
  A: 'analysis',
  B: 'flame',
  C: 'conductivity',
  D: 'density',
  E: 'voltage',
  F: 'flow',
  G: 'gauge',
  H: 'hand',
  I: 'current',
  J: 'power',
  K: 'time',
  L: 'level',
  M: 'moisture',
  P: 'pressure',
  Q: 'quantity',
  R: 'radiation',
  S: 'speed',
  T: 'temperature',
  V: 'vibration',
  W: 'weight',
  Z: 'position',
};

/** What the drawing says of a symbol: by its shape, and of instruments by their letters; undefined where it says nothing. */
export function propertiesOf({ modelClass, properties, tag }: SymbolRule, label: string | undefined) {
  const letters = tag === 'split' ? /(?:^|[^\p{L}])(\p{L})\p{L}{0,4}(?=[^\p{L}]|$)/u.exec(label ?? '')?.[1] : undefined;
  const quantity = modelClass === 'INSTRUMENT' ? quantities[letters ?? ''] : undefined;
  if (properties === undefined && quantity === undefined) return undefined;
  return { ...properties, ...(quantity === undefined ? {} : { 'measured quantity': quantity }) };
}

/** What listens to signals, or gives them. */
const listeners = new Set(['INSTRUMENT', 'CONTROL_VALVE', 'MOTOR']);

/**
 * The kind of a signal line: by the marks on it; dashed ones are electric, and a solid one that ends at a pipe or at a machine
 * leads what is measured. `classAt`: of the symbol at a node.
 */
export function signalKind(seen: Seen, { path, solid, from, to }: Link, classAt: (node: number) => string | undefined) {
  const marked = kindByTicks(path, seen.ticks ?? [], seen.dots, seen.touch);
  if (marked !== undefined) return marked;
  if (!solid) return 'electric';
  return [from, to].every((node) => listeners.has(classAt(node) ?? '')) ? 'undefined' : 'process';
}

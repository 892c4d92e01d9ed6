import { compressors, connectors, exchangers, instruments, pumps, tanks, vessels } from './basic-equipment.ts';
import { actuated, bodyValves, bowTies, otherValves } from './basic-valves.ts';
import type { SymbolSet } from './set.ts';

/*
 * The basic set: the usual symbols of process equipment, valves and instruments. Drawings differ in proportions, so
 * that most classes have several shapes.
 */

export const basicSetId = '3c7d1f60-9a52-4b7e-8f11-5d2a6e0b4c93';

export const basicSet: SymbolSet & { readonly displayName: string } = {
  id: basicSetId,
  displayName: 'Basic',
  version: 1,
  minConfidence: 0.5,
  tags: [{ pattern: '^[A-Z]{1,4}-?\\d{2,5}[A-Z]?$', classes: [] }],
  linePattern: '^\\d+(\\.\\d+)?"-[A-Z]+-\\d+',
  symbols: [
    ...[vessels, tanks, pumps, compressors, exchangers, bowTies, bodyValves, actuated, otherValves].flat(),
    ...[instruments, connectors].flat(),
  ],
};

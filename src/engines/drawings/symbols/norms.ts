import { basicSet } from './basic.ts';
import { normEquipment } from './norm-equipment.ts';
import { normValves } from './norm-valves.ts';
import type { SymbolRule, SymbolSet } from './set.ts';

/*
 * The second set: what the basic one knows, and what ISO 10628-2, ISA 5.1 and NORSOK Z-004 draw besides.
 */

export const normSetId = '6f0b2c1e-4d37-4a9a-9c52-7be1d5a8f0e4';

/** Of these the second set has shapes of its own, which tell them better from others. */
const replaced = new Set(['REDUCER', 'GLOBE_VALVE']);

/** What the shapes of the basic set say besides their class. */
const saidBy: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [/^Control valve, diaphragm/, { actuator: 'diaphragm', body: 'gate' }],
  [/^Control valve, piston/, { actuator: 'piston', body: 'gate' }],
  [/^Instrument on a panel/, { location: 'panel' }],
  [/^Instrument in the field/, { location: 'field' }],
];
const known = basicSet.symbols
  .filter(({ modelClass }) => !replaced.has(modelClass))
  .map((rule): SymbolRule => {
    const properties = saidBy.find(([name]) => name.test(rule.name))?.[1];
    return properties === undefined ? rule : { ...rule, properties };
  });

/** By inches, by DN, by systems and by a size and four parts: `6"-PW-1002`, `DN150-PL-30029`, `20-L00012A-0600PL-`. */
const lineNumbers =
  '^(\\d+([./ ]\\d+)*"-?[A-Z]{1,4}-?\\d+|DN ?\\d+-[A-Z\\d]{1,5}-\\d+|([A-Z]{1,2}-)?\\d{2,3}-?L\\d{4,6}[A-Z]?-\\d{3,4}[A-Z]{1,3}-|\\d{2,4}-[A-Z]{1,4}-\\d{3,6}-[A-Z\\d])';

export const normSet: SymbolSet & { readonly displayName: string } = {
  id: normSetId,
  displayName: 'ISO, ISA, NORSOK',
  version: 1,
  minConfidence: 0.5,
  tags: [
    ...basicSet.tags,
    // NORSOK, with or without the number of a plant before the system; KKS; with two or three letters for a kind of valve
    { pattern: '^([A-Z]{1,2}-)?\\d{2,3}-?[A-Z]{1,4}-?\\d{3,5}[A-Z]?$', classes: [] },
    { pattern: '^\\d?[A-Z]{3}\\d{2} ?[A-Z]{2}\\d{3}[A-Z]?$', classes: [] },
    { pattern: '^[A-Z]{1,4}-?\\d{2,6}(-?[A-Z]|/[A-Z])?$', classes: [] },
  ],
  linePattern: lineNumbers,
  symbols: [...known, ...normValves, ...normEquipment],
};

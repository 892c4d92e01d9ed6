import { type LabelWork, type Line, linesOf } from '../calculate.ts';
import type { Counts } from '../params.ts';
import { type NotCalculated, newRemainder } from '../totals.ts';

interface SentElement {
  readonly name: string | null;
  readonly quantity: number;
  readonly unit: string;
  readonly materials: readonly string[];
}

/** What an external tool is sent: carbon-calculation.md 5.6. */
export interface SentTakeoff {
  readonly projectName: string | null;
  readonly labels: readonly { readonly name: string; readonly elements: readonly SentElement[] }[];
  readonly notCalculated: readonly NotCalculated[];
}

/** The quantities of all labels; rows without material, quantity or unit are told apart. */
export function takeoffOf(projectName: string | null, works: readonly LabelWork[]) {
  const rest = newRemainder();
  const counts: Counts = { rows: 0, calculated: 0, firstReason: null };
  const labels = works.map((work) => {
    const elements: SentElement[] = [];
    for (const line of linesOf(work, () => undefined)) {
      counts.rows++;
      const sent = sentElement(line);
      if (typeof sent === 'object') {
        counts.calculated++;
        elements.push(sent);
        continue;
      }
      counts.firstReason ??= sent;
      rest.add({ ...line, outcome: { reason: sent } });
    }
    return { name: work.label, elements };
  });
  return { counts, body: { projectName, labels, notCalculated: rest.all() } satisfies SentTakeoff };
}

function sentElement({ name, material, quantity, unit }: Line): SentElement | 'NoMaterial' | 'NoQuantity' | 'NoUnit' {
  if (material === null) return 'NoMaterial';
  if (quantity === null) return 'NoQuantity';
  return unit === null ? 'NoUnit' : { name, quantity, unit, materials: [material] };
}

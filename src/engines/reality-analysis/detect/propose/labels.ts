import type { Metadata } from '../description.ts';
import type { DetectorLabel } from '../labels.ts';
import { candidatesOf } from '../layouts/candidates.ts';
import { maskOf } from '../layouts/masks.ts';
import type { Network } from '../network.ts';
import type { Piece } from '../pieces.ts';
import { type Resolved, resolved } from '../resolve.ts';
import type { Outputs } from '../session.ts';
import type { Answers } from '../trial/answers.ts';
import { type ClassNames, readNames } from './names.ts';

/** Classes of a network: how many there are, where that is known, and the number of the first that is a thing. */
export interface Classes {
  readonly classes: number | undefined;
  readonly first: number;
}

/** Names of the network, else what a version promises where there are as many; undefined where nothing tells. */
export function namedLabels(
  { classes, first }: Classes,
  names: ClassNames | undefined,
  promised: readonly string[],
): DetectorLabel[] | undefined {
  const label = (id: number, name: string): DetectorLabel => ({ id, name, classification: id & 255 });
  if (names !== undefined) return [...names].map(([id, name]) => label(id, name));
  if (promised.length === 0 || (classes !== undefined && classes !== promised.length)) return undefined;
  return promised.map((name, at) => label(at + first, name));
}

/** Labels for a network whose description is there. */
export async function labelsFor(
  metadata: Metadata,
  network: Network,
  answers: Answers,
  promised: readonly string[],
): Promise<DetectorLabel[] | undefined> {
  const complete = resolved(metadata, network);
  if (complete.kind === 'cloud') return undefined;
  for await (const { outputs, piece } of answers.to(complete.input)) {
    return namedLabels(classesIn(complete, outputs, piece), readNames(network.metadata.get('names')), promised);
  }
  return undefined;
}

function classesIn(complete: Exclude<Resolved, { readonly kind: 'cloud' }>, outputs: Outputs, piece: Piece): Classes {
  if (complete.kind === 'mask') {
    const { classes } = maskOf(outputs, complete.output);
    return { classes: classes && classes - 1, first: 1 };
  }
  const { layout, background, labelOffset } = complete.output;
  const { classes } = candidatesOf(outputs, complete.output, piece);
  const isFromOne = background === 'first' || layout === 'ssd' || layout === 'torchvision';
  return { classes: classes && classes - (background === 'none' ? 0 : 1), first: (isFromOne ? 1 : 0) + labelOffset };
}

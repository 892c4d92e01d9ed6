import { labelColour } from '../../ui/picture/label-colours.ts';
import type { Listed } from '../../ui/picture/listed.ts';
import type { Shape } from '../space/shapes.ts';

/** Something that one survey has and the other has not. */
export interface Change {
  readonly shape: Shape;
  readonly kind: 'gone' | 'new';
  /** Of the box around it, metres: the longer side, the shorter one, and the height. */
  readonly size: readonly [length: number, width: number, height: number];
  /** Of that box, cubic metres. */
  readonly volume: number;
}

export const kindWords = { new: 'New', gone: 'Gone' } as const;

export function changeOf(shape: Shape): Change {
  const [a, b, c] = shape.lines[0] ?? [];
  const sides = [a && b ? distance(a, b) : 0, b && c ? distance(b, c) : 0].sort((p, q) => q - p);
  const [length = 0, width = 0] = sides;
  const { height, label } = shape.feature;
  return {
    shape,
    kind: label === kindWords.gone ? 'gone' : 'new',
    size: [length, width, height],
    volume: length * width * height,
  };
}

const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, axis) => value - (b[axis] ?? 0)));

export const listed = ({ shape: { feature }, kind, size }: Change): Listed => ({
  id: feature.id,
  colour: labelColour(feature.labelId),
  title: kindWords[kind],
  note: `${size.map((metres) => metres.toFixed(1)).join(' × ')} m`,
});

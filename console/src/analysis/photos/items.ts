import { labelColour } from '../../ui/picture/label-colours.ts';
import type { Listed } from '../../ui/picture/listed.ts';
import type { Mark } from '../../ui/picture/marks.ts';
import { labelsIn, type Mask } from '../../ui/picture/mask.ts';
import type { Size } from '../../ui/picture/view.ts';
import type { Scene } from '../scene.ts';
import type { Review, Verdict } from './review-file.ts';

/** Something that was found on a photo: a box, or all areas of one label. */
export interface Item {
  /** As the review names it. */
  readonly id: string;
  readonly labelId: number;
  readonly label: string;
  /** How sure the detector was; of areas nothing is said. */
  readonly confidence?: number;
  /** Part of the photo that the areas take, of 1. */
  readonly share?: number;
  readonly verdict: Verdict | undefined;
}

export interface Filter {
  readonly least: number;
  readonly labelId: number | null;
  readonly only: 'all' | 'open' | Verdict;
}
export const everything: Filter = { least: 0, labelId: null, only: 'all' };

export const isShown = ({ labelId, confidence = 1, verdict }: Item, filter: Filter): boolean =>
  confidence >= filter.least &&
  (filter.labelId === null || labelId === filter.labelId) &&
  (filter.only === 'all' || (filter.only === 'open' ? verdict === undefined : verdict === filter.only));

/** What a label takes of a photo, of 1. */
export interface Area {
  readonly labelId: number;
  readonly share: number;
}

export const areasOf = (mask: Mask): readonly Area[] =>
  labelsIn(mask).map(([labelId, pixels]) => ({ labelId, share: pixels / (mask.width * mask.height) }));

/** What is on a photo, the surest first. */
export function itemsOf(scene: Scene, photo: string, review: Review, areas: readonly Area[]): readonly Item[] {
  const said = review.get(photo);
  const label = (id: number) => scene.labels.get(id) ?? `Label ${id}`;
  const boxes = (scene.objects2D?.get(photo) ?? []).map(({ id, labelId, confidence }): Item => {
    return { id, labelId, label: label(labelId), confidence, verdict: said?.get(id) };
  });
  const labels = areas.map(({ labelId, share }): Item => {
    const id = `label-${labelId}`;
    return { id, labelId, label: label(labelId), share, verdict: said?.get(id) };
  });
  return [...boxes.sort((a, b) => (b.confidence ?? 1) - (a.confidence ?? 1)), ...labels];
}

/** How an item is told: how sure one is, or how much it takes. */
export const amountOf = ({ confidence, share }: Item): string =>
  share === undefined ? `${Math.round(100 * (confidence ?? 1))} %` : `${(100 * share).toFixed(1)} % of the photo`;

/** As a row of the list. */
export const listed = (item: Item): Listed => ({
  id: item.id,
  colour: labelColour(item.labelId),
  title: item.label,
  struck: item.verdict === 'rejected',
  note: [amountOf(item), item.verdict].filter(Boolean).join(' · '),
});

/** The boxes among the items, in pixels. */
export function marksOf(scene: Scene, photo: string, items: readonly Item[], { width, height }: Size): readonly Mark[] {
  const boxes = new Map(scene.objects2D?.get(photo)?.map(({ id, box }) => [id, box]));
  return items.flatMap((item) => {
    const box = boxes.get(item.id);
    if (!box) return [];
    const { xmin, ymin, xmax, ymax } = box;
    return [
      {
        id: item.id,
        colour: labelColour(item.labelId),
        struck: item.verdict === 'rejected',
        text: `${item.verdict === 'accepted' ? '✓ ' : ''}${item.label} ${amountOf(item)}`,
        box: { left: xmin * width, top: ymin * height, width: (xmax - xmin) * width, height: (ymax - ymin) * height },
      },
    ];
  });
}

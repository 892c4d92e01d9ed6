import type { Group } from '../../snapshot/types.ts';
import { type Model, textOf } from '../step/model.ts';
import type { Element } from './elements.ts';
import type { Relations } from './relations.ts';

export interface Groups {
  /** GlobalIds of the systems and zones that an element is a member of, in the order of the file. */
  of(element: Element): readonly string[];
  /** All of the file, in its order. */
  all(elements: readonly Element[]): readonly Group[];
}

/** The systems and zones of the file. One without GlobalId is none: nothing could name it. */
export function groupsOf(model: Model, { groups: links }: Relations): Groups {
  const known = new Map<number, Omit<Group, 'groups' | 'count'>>();
  for (const number of ['IFCSYSTEM', 'IFCZONE'].flatMap((entity) => model.all(entity)).sort((a, b) => a - b)) {
    const group = model.read(number);
    const globalId = textOf(group?.values[0]);
    if (group === undefined || !globalId || known.has(number)) continue;
    const name = textOf(group.values[2]);
    known.set(number, { globalId, class: model.schema.spelling(group.entity) ?? group.entity, name });
  }
  const above = (number: number): string[] => [
    ...new Set((links.get(number) ?? []).flatMap((group) => known.get(group)?.globalId ?? [])),
  ];
  return {
    of: ({ number }) => above(number),
    all(elements) {
      const counts = new Map<string, number>();
      for (const { number } of elements)
        for (const group of above(number)) counts.set(group, (counts.get(group) ?? 0) + 1);
      return [...known].map(([number, group]) => ({
        ...group,
        groups: above(number),
        count: counts.get(group.globalId) ?? 0,
      }));
    },
  };
}

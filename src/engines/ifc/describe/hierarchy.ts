import type { ParentRelation } from '../../snapshot/types.ts';
import type { Model } from '../step/model.ts';
import type { Element, Elements } from './elements.ts';
import type { Links, Relations } from './relations.ts';

/** Who belongs to whom, without circles. */
export interface Hierarchy {
  parent(element: Element): Element | undefined;
  /** Why it hangs on its parent; undefined without one. */
  relation(element: Element): ParentRelation | undefined;
  container(element: Element): Element | undefined;
  /** The top-most one above by parent; itself without one. */
  root(element: Element): Element;
}

export function hierarchyOf(model: Model, { all, byNumber }: Elements, relations: Relations): Hierarchy {
  const firstOf = (links: Links, number: number): Element | undefined => {
    const found = links.get(number)?.find((target) => byNumber.has(target));
    return found === undefined ? undefined : byNumber.get(found);
  };
  const declared = ({ number }: Element): readonly [ParentRelation, Element] | undefined => {
    const whole = firstOf(relations.wholes, number);
    if (whole !== undefined) return ['part', whole];
    const voided = firstOf(relations.voidedBy, number);
    if (voided !== undefined) return ['void', voided];
    const opening = relations.filled.get(number)?.[0];
    const around = opening === undefined ? undefined : firstOf(relations.voidedBy, opening);
    return around === undefined ? undefined : ['filling', around];
  };
  const declaredParent = (element: Element): Element | undefined => declared(element)?.[1];
  const parents = withoutCircles(all, declaredParent, (element) =>
    model.issues.add('The element is part of itself; that relation was left out.', {
      number: element.number,
      globalId: element.key,
    }),
  );
  const container = alongParents<Element | undefined>(
    parents,
    (element, above) => firstOf(relations.containers, element.number) ?? above,
  );
  const root = alongParents<Element>(parents, (element, above) => above ?? element);
  const relation = (element: Element) => (parents.has(element) ? declared(element)?.[0] : undefined);
  return { parent: (element) => parents.get(element), relation, container, root };
}

/** What follows for an element from what follows for its parent; each is worked out once, however long the chain. */
function alongParents<T>(parents: ReadonlyMap<Element, Element>, of: (element: Element, above: T | undefined) => T) {
  const known = new Map<Element, T>();
  return (element: Element): T => {
    const chain: Element[] = [];
    let now: Element | undefined = element;
    for (; now !== undefined && !known.has(now); now = parents.get(now)) chain.push(now);
    let above = now === undefined ? undefined : known.get(now);
    for (const one of chain.reverse()) {
      above = of(one, above);
      known.set(one, above);
    }
    return above ?? of(element, undefined);
  };
}

/** Element → parent; a link that would close a circle is cut and reported. */
function withoutCircles(
  all: readonly Element[],
  parentOf: (element: Element) => Element | undefined,
  cut: (element: Element) => void,
): Map<Element, Element> {
  const parents = new Map(
    all.flatMap((element) => {
      const parent = parentOf(element);
      return parent === undefined ? [] : [[element, parent] as const];
    }),
  );
  const places = new Map(all.map((element, place) => [element, place]));
  const later = (a: Element, b: Element) => ((places.get(a) ?? 0) > (places.get(b) ?? 0) ? a : b);
  /** Element → the first of the walk upwards that came by. */
  const walks = new Map<Element, Element>();
  for (const first of all) {
    let now: Element | undefined = first;
    for (; now !== undefined && !walks.has(now); now = parents.get(now)) walks.set(now, first);
    if (now === undefined || walks.get(now) !== first) continue;
    let last: Element = now;
    for (let one = parents.get(now); one !== undefined && one !== now; one = parents.get(one)) last = later(last, one);
    cut(last);
    parents.delete(last);
  }
  return parents;
}

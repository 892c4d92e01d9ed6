import type { Model } from '../step/model.ts';
import type { Element, Elements } from './elements.ts';
import type { Links, Relations } from './relations.ts';

/** Who belongs to whom, without circles. */
export interface Hierarchy {
  parent(element: Element): Element | undefined;
  container(element: Element): Element | undefined;
  /** The top-most one above by parent; itself without one. */
  root(element: Element): Element;
}

export function hierarchyOf(model: Model, { all, byNumber }: Elements, relations: Relations): Hierarchy {
  const firstOf = (links: Links, number: number): Element | undefined => {
    const found = links.get(number)?.find((target) => byNumber.has(target));
    return found === undefined ? undefined : byNumber.get(found);
  };
  const declaredParent = (element: Element): Element | undefined => {
    const opening = relations.filled.get(element.number)?.[0];
    return (
      firstOf(relations.wholes, element.number) ??
      firstOf(relations.voidedBy, element.number) ??
      (opening === undefined ? undefined : firstOf(relations.voidedBy, opening))
    );
  };
  const parents = withoutCircles(all, declaredParent, (element) =>
    model.issues.add('The element is part of itself; that relation was left out.', {
      number: element.number,
      globalId: element.key,
    }),
  );
  const containers = new Map<Element, Element | undefined>();
  const container = (element: Element): Element | undefined => {
    if (containers.has(element)) return containers.get(element);
    const own = firstOf(relations.containers, element.number);
    const above = parents.get(element);
    const found = own ?? (above === undefined ? undefined : container(above));
    containers.set(element, found);
    return found;
  };
  return {
    parent: (element) => parents.get(element),
    container,
    root(element) {
      let top = element;
      for (let above = parents.get(top); above !== undefined; above = parents.get(top)) top = above;
      return top;
    },
  };
}

/** Element → parent; a link that would close a circle is cut and reported. */
function withoutCircles(
  all: readonly Element[],
  parentOf: (element: Element) => Element | undefined,
  cut: (element: Element) => void,
): Map<Element, Element> {
  const parents = new Map<Element, Element>();
  for (const element of all) {
    const parent = parentOf(element);
    if (parent === undefined) continue;
    let above: Element | undefined = parent;
    while (above !== undefined && above !== element) above = parents.get(above);
    if (above === element) cut(element);
    else parents.set(element, parent);
  }
  return parents;
}

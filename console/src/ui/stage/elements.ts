/** What lists tell of an element; without `box` it has no shape and is not drawn. */
export interface ElementInfo {
  readonly id: string;
  readonly globalId: string;
  readonly class: string;
  readonly name: string | null;
  readonly parentId: string;
  readonly containerId: string;
  readonly categoryId: string;
  readonly box?: { readonly low: readonly number[]; readonly high: readonly number[] };
}

/** The elements of one version by id, in the order of the file. */
export type Elements = ReadonlyMap<string, ElementInfo>;

/** `Wall standard case` of `IfcWallStandardCase`. */
export const className = (name: string): string => {
  const words = name.replace(/^Ifc/, '').replace(/([a-z])([A-Z])/g, '$1 $2');
  return words.slice(0, 1) + words.slice(1).toLowerCase();
};

export const nameOf = (element: Pick<ElementInfo, 'name' | 'class' | 'globalId'>): string =>
  element.name || `${className(element.class)} ${element.globalId}`;

/** The storey that an element is in; undefined for what is in none. */
export function storeyOf(elements: Elements, id: string): ElementInfo | undefined {
  let at = elements.get(id);
  for (let steps = 0; at !== undefined && steps < 50; steps++) {
    if (at.class === 'IfcBuildingStorey') return at;
    at = elements.get(at.containerId) ?? elements.get(at.parentId);
  }
  return undefined;
}

import { byText } from '../../ui/order.ts';
import { className, type ElementInfo, type Elements, nameOf } from '../../ui/stage/elements.ts';
import { byHeight, storeyHeights } from '../../ui/stage/storeys.ts';

/** A node of the structure: a place (site, building, storey, space), a class of elements in it, or an element. */
export interface TreeNode {
  readonly key: string;
  readonly label: string;
  readonly kind: 'place' | 'class' | 'element';
  /** Of a place or an element. */
  readonly element?: ElementInfo;
  readonly children: readonly TreeNode[];
  /** What else is said of it where it stands alone. */
  readonly detail?: string;
  /** The elements at and below it that have a shape. */
  readonly drawn: readonly string[];
}

/** A node that is shown, and where it is. */
export interface TreeRow {
  readonly node: TreeNode;
  readonly level: number;
  readonly open: boolean;
  readonly place: number;
  readonly siblings: number;
}

const places = new Set(['IfcSite', 'IfcBuilding', 'IfcBuildingStorey', 'IfcSpace', 'IfcSpatialZone']);
const isPlace = ({ class: name }: ElementInfo): boolean =>
  places.has(name) || /^Ifc(Facility|Bridge|Road|Railway|MarineFacility)/.test(name);

/** The spatial structure with what is in it, by class. Elements without a shape are left out, places are not. */
export function treeOf(elements: Elements): TreeNode[] {
  const below = new Map<string, { places: ElementInfo[]; things: ElementInfo[] }>();
  const at = (id: string) => {
    const known = below.get(id) ?? { places: [], things: [] };
    below.set(id, known);
    return known;
  };
  for (const element of elements.values()) {
    if (isPlace(element)) at(elements.has(element.parentId) ? element.parentId : '0').places.push(element);
    else if (element.box) at(elements.has(element.containerId) ? element.containerId : '0').things.push(element);
  }
  const heights = storeyHeights(elements);
  const childrenOf = (id: string, depth: number): TreeNode[] => {
    const { places: inner, things } = below.get(id) ?? { places: [], things: [] };
    if (depth > 30) return [];
    return [
      ...inOrder(inner, heights).map((one) => placeNode(one, childrenOf(one.id, depth + 1))),
      ...classNodes(id, things),
    ];
  };
  const roots = childrenOf('0', 0);
  const reached = new Set(roots.flatMap(({ drawn }) => drawn));
  const lost = [...elements.values()].filter((one) => one.box && !reached.has(one.id) && !isPlace(one));
  return [...roots, ...classNodes('lost', lost)];
}

/** Storeys go from below to above, spaces by name; parts of works are in the order of the file. */
function inOrder(inner: readonly ElementInfo[], heights: ReadonlyMap<string, number>): readonly ElementInfo[] {
  const areAll = (kind: string) => inner.every(({ class: name }) => name === kind);
  if (areAll('IfcSpace')) return inner.toSorted(byText(nameOf));
  return areAll('IfcBuildingStorey') ? inner.toSorted(byHeight(({ id }) => heights.get(id))) : inner;
}

function placeNode(element: ElementInfo, children: readonly TreeNode[]): TreeNode {
  const own = element.box ? [element.id] : [];
  const drawn = [...own, ...children.flatMap((child) => child.drawn)];
  return { key: element.id, label: nameOf(element), kind: 'place', element, children, drawn };
}

function classNodes(place: string, things: readonly ElementInfo[]): TreeNode[] {
  const classes = Map.groupBy(things, (one) => one.class);
  return [...classes]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, members]) => {
      const children = members.map(elementNode).sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
      const drawn = members.map(({ id }) => id);
      return { key: `${place}/${name}`, label: className(name), kind: 'class', children, drawn };
    });
}

const elementNode = (element: ElementInfo): TreeNode => ({
  key: element.id,
  label: nameOf(element),
  kind: 'element',
  element,
  children: [],
  drawn: [element.id],
});

/** The rows that are shown when these nodes are open. */
export function rowsOf(nodes: readonly TreeNode[], open: ReadonlySet<string>, level = 1): TreeRow[] {
  return nodes.flatMap((node, n) => {
    const isOpen = node.children.length > 0 && open.has(node.key);
    const row = { node, level, open: isOpen, place: n + 1, siblings: nodes.length };
    return isOpen ? [row, ...rowsOf(node.children, open, level + 1)] : [row];
  });
}

/** The keys of the nodes above one. */
export function pathTo(nodes: readonly TreeNode[], key: string): string[] | undefined {
  for (const node of nodes) {
    if (node.key === key) return [];
    const rest = pathTo(node.children, key);
    if (rest) return [node.key, ...rest];
  }
  return undefined;
}

/** What is open at first: down to the storeys. */
export const firstOpen = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) =>
    node.kind === 'place' && node.element?.class !== 'IfcBuildingStorey' && node.element?.class !== 'IfcSpace'
      ? [node.key, ...firstOpen(node.children)]
      : [],
  );

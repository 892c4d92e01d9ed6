import type { SpatialTree, TreeNode } from './types.ts';

/** Where an element is, by name. */
export interface Place {
  readonly building: string | null;
  readonly storey: string | null;
  readonly space: string | null;
}

const nowhere: Place = { building: null, storey: null, space: null };

const levels: Readonly<Record<string, keyof Place>> = {
  IfcBuilding: 'building',
  IfcFacility: 'building',
  IfcBridge: 'building',
  IfcRoad: 'building',
  IfcRailway: 'building',
  IfcMarineFacility: 'building',
  IfcBuildingStorey: 'storey',
  IfcSpace: 'space',
};

/** The places of elements by their containers. */
export function placesOf({ children }: SpatialTree): (containerId: string) => Place {
  const places = new Map<string, Place>();
  const visit = (node: TreeNode, above: Place): void => {
    const level = levels[node.class];
    const place = level === undefined ? above : { ...above, [level]: node.name };
    places.set(node.id, place);
    for (const child of node.children) visit(child, place);
  };
  for (const child of children) visit(child, nowhere);
  return (containerId) => places.get(containerId) ?? nowhere;
}

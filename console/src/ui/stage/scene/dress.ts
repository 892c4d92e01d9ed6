import { BufferAttribute, LineSegments, type Material, Mesh, type Object3D } from 'three';
import { edgesOf } from './edges.ts';
import type { Looks } from './looks.ts';
import type { Materials } from './materials.ts';

/** What a tile says of one of its elements. */
export interface TileElement {
  readonly id: string;
  readonly globalId: string;
  readonly class: string;
  readonly name: string;
}

interface Table {
  getPropertyTableData(table: number, row: number): Readonly<Record<string, unknown>>;
}

/** Names of what we add to each mesh of a tile. */
export const added = { ghost: 'ghost', chosen: 'chosen', edges: 'edges' } as const;

/**
 * Makes the meshes of a tile ours: each vertex learns the texel of its element, materials read the looks, edges and a
 * ghost are added, and the chosen element once more over everything. Answers the elements of the tile.
 */
export function dress(scene: Object3D, looks: Looks, materials: Materials): TileElement[] {
  const meshes: Mesh[] = [];
  scene.traverse((one) => one instanceof Mesh && meshes.push(one));
  const rows = rowsOf(scene, meshes);
  const texels = rows.map(({ id }) => looks.indexOf(id));
  for (const mesh of meshes) dressMesh(mesh, texels, materials);
  return rows;
}

/** The table of the tile: its rows are the features. */
function rowsOf(scene: Object3D, meshes: readonly Mesh[]): TileElement[] {
  const table: Table | undefined = scene.userData.structuralMetadata;
  const last = Math.max(-1, ...meshes.map((mesh) => largestOf(featuresOf(mesh))));
  if (table === undefined) return [];
  return Array.from({ length: last + 1 }, (_, row) => {
    const { element, globalId, className, name } = table.getPropertyTableData(0, row);
    return {
      id: typeof element === 'bigint' || typeof element === 'number' ? `0x${element.toString(16)}` : '0',
      ...{ globalId: String(globalId ?? ''), class: String(className ?? ''), name: String(name ?? '') },
    };
  });
}

const featuresOf = (mesh: Mesh) => mesh.geometry.getAttribute('_feature_id_0');

function largestOf(features: ReturnType<typeof featuresOf> | undefined): number {
  let largest = -1;
  for (let n = 0; n < (features?.count ?? 0); n++) largest = Math.max(largest, features?.getX(n) ?? 0);
  return largest;
}

function dressMesh(mesh: Mesh, texels: readonly number[], materials: Materials): void {
  const features = featuresOf(mesh);
  const { count } = mesh.geometry.getAttribute('position');
  const elements = Float32Array.from({ length: count }, (_, n) => texels[features?.getX(n) ?? -1] ?? 0);
  const elementIndex = new BufferAttribute(elements, 1);
  mesh.geometry.setAttribute('elementIndex', elementIndex);
  for (const one of [mesh.material].flat()) one.dispose();
  mesh.material = isTransparent(mesh.material) ? materials.glass : materials.solid;
  for (const name of [added.ghost, added.chosen]) {
    const again = new Mesh(mesh.geometry, materials[name]);
    again.visible = false;
    add(mesh, again, name);
  }
  const geometry = edgesOf(mesh.geometry, elementIndex);
  if (geometry !== undefined) add(mesh, new LineSegments(geometry, materials.edges), added.edges);
}

/** Drawn with the mesh, but nothing that is picked. */
function add(mesh: Mesh, one: Mesh | LineSegments, name: string): void {
  one.name = name;
  one.raycast = () => {};
  mesh.add(one);
}

const isTransparent = (material: Material | Material[]): boolean =>
  [material].flat().some(({ transparent }) => transparent);

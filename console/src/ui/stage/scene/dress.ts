import {
  BufferAttribute,
  LineSegments,
  type Material,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  type Object3D,
  type Texture,
} from 'three';
import { edgesOf } from './edges.ts';
import type { Looks } from './looks.ts';
import { type Materials, type Shared, texturedMaterial } from './materials.ts';

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
 * ghost are added, and the chosen element once more over everything; its lines read the looks, too. Answers the elements of the tile.
 */
export function dress(scene: Object3D, looks: Looks, shared: Shared, materials: Materials): TileElement[] {
  const meshes: Mesh[] = [];
  const lines: LineSegments[] = [];
  scene.traverse((one) => {
    if (one instanceof Mesh) meshes.push(one);
    else if (one instanceof LineSegments) lines.push(one);
  });
  const rows = rowsOf(scene, [...meshes, ...lines]);
  const texels = rows.map(({ id }) => looks.indexOf(id));
  for (const mesh of meshes) dressMesh(mesh, texels, shared, materials);
  for (const set of lines) {
    setElements(set, texels);
    for (const one of [set.material].flat()) one.dispose();
    set.material = materials.lines;
  }
  return rows;
}

/** The table of the tile: its rows are the features. */
function rowsOf(scene: Object3D, shown: readonly Shown[]): TileElement[] {
  const table: Table | undefined = scene.userData.structuralMetadata;
  const last = Math.max(-1, ...shown.map((one) => largestOf(featuresOf(one))));
  if (table === undefined) return [];
  return Array.from({ length: last + 1 }, (_, row) => {
    const { element, globalId, className, name } = table.getPropertyTableData(0, row);
    return {
      id: typeof element === 'bigint' || typeof element === 'number' ? `0x${element.toString(16)}` : '0',
      globalId: String(globalId ?? ''),
      class: String(className ?? ''),
      name: String(name ?? ''),
    };
  });
}

type Shown = Mesh | LineSegments;

const featuresOf = (one: Shown) => one.geometry.getAttribute('_feature_id_0');

function largestOf(features: ReturnType<typeof featuresOf> | undefined): number {
  let largest = -1;
  for (let n = 0; n < (features?.count ?? 0); n++) largest = Math.max(largest, features?.getX(n) ?? 0);
  return largest;
}

/** Tells every vertex the texel of its element. */
function setElements(one: Shown, texels: readonly number[]): BufferAttribute {
  const features = featuresOf(one);
  const { count } = one.geometry.getAttribute('position');
  const elements = Float32Array.from({ length: count }, (_, n) => texels[features?.getX(n) ?? -1] ?? 0);
  const elementIndex = new BufferAttribute(elements, 1);
  one.geometry.setAttribute('elementIndex', elementIndex);
  return elementIndex;
}

function dressMesh(mesh: Mesh, texels: readonly number[], shared: Shared, materials: Materials): void {
  const elementIndex = setElements(mesh, texels);
  const picture = pictureOf(mesh.material);
  for (const one of [mesh.material].flat()) one.dispose();
  if (picture) mesh.material = texturedMaterial(picture, shared);
  else mesh.material = isTransparent(mesh.material) ? materials.glass : materials.solid;
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

const pictureOf = (material: Material | Material[]): Texture | undefined =>
  [material].flat().flatMap((one) => (one instanceof MeshStandardMaterial && one.map ? [one.map] : []))[0];

/** Frees what `dress` has made for one tile alone, and takes it out of what is shown besides. */
export function undress(scene: Object3D, extras: Set<Object3D>): void {
  scene.traverse((one) => {
    extras.delete(one);
    if (one.name === added.edges && one instanceof LineSegments) one.geometry.dispose();
    if (one instanceof Mesh && one.material instanceof MeshLambertMaterial && one.material.map) one.material.dispose();
  });
}

const isTransparent = (material: Material | Material[]): boolean =>
  [material].flat().some(({ transparent }) => transparent);

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { validateBytes } from 'gltf-validator';
import { type ExportedFiles, mostTriangles } from '../params.ts';
import { type ReadTile, readTile } from './read-tile.ts';

/** A tile of tileset.json. */
export interface Tile {
  readonly boundingVolume: { readonly box: number[] };
  readonly geometricError: number;
  readonly refine: string;
  readonly content?: { readonly uri: string };
  readonly children?: readonly Tile[];
  readonly transform?: readonly number[];
}

export interface Tileset {
  readonly asset: { readonly version: string };
  readonly geometricError: number;
  readonly root: Tile;
  readonly extensionsUsed?: readonly string[];
  readonly extensions?: {
    readonly VENDOR_BatchedTileSet: { readonly models: Record<string, { extents: { low: number[]; high: number[] } }> };
  };
}

export interface CheckedTileset {
  readonly json: Tileset;
  /** Those with full detail. */
  readonly leaves: readonly ReadTile[];
  readonly parents: readonly ReadTile[];
}

const slack = 0.01;

/** Reads a tileset with all its tiles, and asserts that its structure is that of 3D Tiles 1.1 and of our own rules. */
export async function checkTileset({ files }: ExportedFiles): Promise<CheckedTileset> {
  const paths = new Map(files.map(({ name, path }) => [name, path]));
  for (const { name, path, size } of files) assert.equal(readFileSync(path).length, size, `${name} has another size`);
  assert.equal(files.at(-1)?.name, 'tileset.json', 'it is not the last one written');
  const json: Tileset = JSON.parse(readFileSync(paths.get('tileset.json') ?? '', 'utf8'));
  assert.equal(json.asset.version, '1.1');
  assert.ok(json.geometricError >= json.root.geometricError);
  const leaves: ReadTile[] = [];
  const parents: ReadTile[] = [];
  const used = new Set(['tileset.json']);
  const walk = async (tile: Tile, above: Tile | undefined) => {
    assert.equal(tile.refine, 'REPLACE');
    assert.ok(
      above === undefined || tile.geometricError < above.geometricError,
      'a child is not finer than its parent',
    );
    assert.ok(above === undefined || contains(above.boundingVolume.box, tile.boundingVolume.box), 'a child sticks out');
    const leaf = tile.children === undefined;
    assert.equal(tile.geometricError === 0, leaf, 'full detail has no error, all else has one');
    assert.ok(!leaf || tile.content !== undefined, 'a leaf is empty');
    if (tile.content !== undefined) {
      const { uri } = tile.content;
      assert.match(uri, /^tiles\/r\d*\.glb$/);
      used.add(uri);
      const read = readTile(paths.get(uri) ?? '');
      checkTile(read, tile);
      await validate(readFileSync(paths.get(uri) ?? ''), uri);
      await validate(read.plain, `${uri}, unpacked`);
      (leaf ? leaves : parents).push(read);
    }
    for (const child of tile.children ?? []) await walk(child, tile);
  };
  await walk(json.root, undefined);
  assert.deepEqual([...used].sort(), [...paths.keys()].sort(), 'files that no tile names');
  return { json, leaves, parents };
}

function checkTile({ triangles, lines, table, gltf }: ReadTile, tile: Tile): void {
  const count = triangles.length + lines.length;
  assert.ok(count > 0 && count <= mostTriangles, `${count} triangles and lines`);
  const [low, high] = bounds(tile.boundingVolume.box);
  const rows = Object.values(table)[0]?.length ?? 0;
  assert.equal(gltf.meshes[0]?.primitives[0]?.extensions.EXT_mesh_features.featureIds[0]?.featureCount, rows);
  for (const { corners, feature } of [...triangles, ...lines]) {
    assert.ok(feature >= 0 && feature < rows, `feature ${feature} of ${rows}`);
    for (const corner of corners) {
      const inside = corner.every((value, axis) => value >= (low[axis] ?? 0) && value <= (high[axis] ?? 0));
      assert.ok(inside, `${corner} is outside of ${low} to ${high}`);
    }
  }
}

function bounds(box: readonly number[]): [number[], number[]] {
  const half = [box[3] ?? 0, box[7] ?? 0, box[11] ?? 0];
  const at = (sign: number) => half.map((value, axis) => (box[axis] ?? 0) + sign * value);
  return [at(-1), at(1)];
}

function contains(outer: readonly number[], inner: readonly number[]): boolean {
  const [low, high] = bounds(outer);
  const [innerLow, innerHigh] = bounds(inner);
  return low.every((value, n) => value <= (innerLow[n] ?? 0) + slack && (high[n] ?? 0) >= (innerHigh[n] ?? 0) - slack);
}

/** No error and no warning; that an extension is unknown to the validator is neither. */
export async function validate(bytes: Uint8Array, name: string, folder?: string): Promise<void> {
  const { issues } = await validateBytes(new Uint8Array(bytes), {
    maxIssues: 100,
    externalResourceFunction: async (uri: string) => new Uint8Array(readFileSync(`${folder}/${uri}`)),
  });
  const found = issues.messages
    .filter(({ severity }) => severity <= 1)
    .map(({ code, message, pointer }) => [code, message, pointer]);
  assert.deepEqual(found, [], name);
  assert.equal(issues.truncated, false);
}

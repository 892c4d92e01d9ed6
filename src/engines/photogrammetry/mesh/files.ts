import { join } from 'node:path';
import type { Vector } from '../../matrix.ts';
import { bytesOf, readBytes, readFloats, writeWhole } from '../store.ts';
import type { Mesh } from './mesh.ts';

/** A mesh as two files, `<name>.places` and `<name>.triangles`. */
export function writeMesh(folder: string, name: string, { places, triangles }: Mesh): void {
  writeWhole(join(folder, `${name}.places`), bytesOf(places));
  writeWhole(join(folder, `${name}.triangles`), bytesOf(triangles));
}

export function readMesh(folder: string, name: string, origin: Vector): Mesh {
  const places = readFloats(join(folder, `${name}.places`));
  const bytes = readBytes(join(folder, `${name}.triangles`));
  if (places === undefined || bytes === undefined) throw new Error(`The mesh '${name}' is gone.`);
  return { origin, places, triangles: new Uint32Array(bytes.buffer) };
}

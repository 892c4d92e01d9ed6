import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Camera } from '../../geometry/camera.ts';
import type { Vector } from '../../matrix.ts';
import type { View } from '../dense/view.ts';
import { readMesh } from '../mesh/files.ts';
import { beyond } from '../mesh/mesh.ts';
import { bytesOf, readBytes, readFloats, writeWhole } from '../store.ts';
import { labelsOf } from './labels.ts';
import { worthOf } from './view-score.ts';

export interface WorthOrder {
  /** Where the mesh is, and its name. */
  readonly folder: string;
  readonly name: string;
  readonly origin: Vector;
  readonly view: View;
  readonly camera: Camera;
  readonly slack: number;
}

const worthFile = (folder: string, name: string, photo: number): string => join(folder, `${name}.worth-${photo}`);

/** What a photo is worth for the triangles of a mesh, as a file. */
export function makeWorth({ folder, name, origin, view, camera, slack }: WorthOrder): void {
  const file = worthFile(folder, name, view.photo);
  if (existsSync(file)) return;
  writeWhole(file, bytesOf(worthOf(readMesh(folder, name, origin), camera, view, slack)));
}

export interface LabelsOrder {
  readonly folder: string;
  readonly name: string;
  readonly origin: Vector;
  /** Numbers of the photos; labels are places in this list. */
  readonly photos: readonly number[];
}

/** Writes which photo each triangle has, and its neighbours. */
export function makeLabels({ folder, name, origin, photos }: LabelsOrder): void {
  const { triangles } = readMesh(folder, name, origin);
  const worths = photos.map((photo) => readFloats(worthFile(folder, name, photo), triangles.length / 3));
  const around = beyond(triangles);
  const labels = labelsOf(
    worths.map((worth) => worth ?? new Float32Array(triangles.length / 3)),
    around,
  );
  writeWhole(join(folder, `${name}.beyond`), bytesOf(around));
  writeWhole(join(folder, `${name}.labels`), bytesOf(labels));
}

/** The numbers of a file that `makeLabels` wrote. */
export function readLabels(folder: string, name: string, kind: 'labels' | 'beyond'): Int32Array {
  const bytes = readBytes(join(folder, `${name}.${kind}`));
  if (bytes === undefined) throw new Error(`The labels of the mesh '${name}' are gone.`);
  return new Int32Array(bytes.buffer);
}

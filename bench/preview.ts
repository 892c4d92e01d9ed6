import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Accessor, Document, NodeIO } from '@gltf-transform/core';
import { runEngine } from './engine-run.ts';
import { compare } from './load.ts';
import { atMost, type Result } from './results.ts';

/** Corners along each side of a part, of which there are four. */
const side = 300;
const parts = 4;

/** The preview of a component of 20 MB beside a library that reads and writes the file; both with their process. */
export async function benchPreview(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-preview-'));
  try {
    const input = join(folder, 'large.glb');
    writeFileSync(input, await hills());
    const params = { input, format: 'gltf', output: folder } as const;
    const ours = async () => (await runEngine('preview', params)).seconds;
    const bare = async () => {
      const begun = performance.now();
      await promisify(execFile)(process.execPath, ['bench/yardsticks/gltf.ts', input, join(folder, 'copy.glb')]);
      return (performance.now() - begun) / 1000;
    };
    const { subject, yardstick, ratio } = await compare(5, ours, bare);
    const megabytes = Math.round(statSync(input).size / 1e6);
    return [
      {
        name: `preview of a GLB of ${megabytes} MB, with its picture`,
        subject: `${subject.toFixed(2)} s`,
        yardstick: `a library reads and writes it ${yardstick.toFixed(2)} s`,
        value: ratio,
        unit: ' ×',
        ...atMost(ratio, 2),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Parts of hilly ground with normals and texture coordinates. */
async function hills(): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene();
  const accessor = (
    type: Parameters<Accessor['setType']>[0],
    array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  for (let part = 0; part < parts; part++) {
    const count = side * side;
    const [points, normals, places] = [
      new Float32Array(3 * count),
      new Float32Array(3 * count),
      new Float32Array(2 * count),
    ];
    const corners = new Uint32Array(6 * (side - 1) ** 2);
    for (let at = 0, n = 0; at < count; at++) {
      const [x, y] = [at % side, Math.floor(at / side)];
      points.set([part * side + x, y, 8 * Math.sin(x / 20) * Math.cos(y / 30)], 3 * at);
      normals.set([0, 0, 1], 3 * at);
      places.set([x / side, y / side], 2 * at);
      if (x === side - 1 || y === side - 1) continue;
      corners.set([at, at + 1, at + side, at + 1, at + side + 1, at + side], n);
      n += 6;
    }
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor('VEC3', points))
      .setAttribute('NORMAL', accessor('VEC3', normals))
      .setAttribute('TEXCOORD_0', accessor('VEC2', places))
      .setIndices(accessor('SCALAR', corners));
    scene.addChild(document.createNode().setMesh(document.createMesh().addPrimitive(primitive)));
  }
  return new NodeIO().writeBinary(document);
}

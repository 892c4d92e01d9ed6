import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Engine, EngineFailure } from '../engine.ts';
import { readGltf } from './gltf.ts';
import { writeObjAsGlb } from './obj.ts';
import { writeGlb } from './pack.ts';
import type { PreviewParams, PreviewResult } from './params.ts';
import { drawPicture } from './picture.ts';
import { type Surface, surfacesOf } from './surfaces.ts';

/** One GLB, what is in it and how it looks. */
export const makePreview: Engine<PreviewParams, PreviewResult> = async (params, { progress }) => {
  const { input, format, output, resources } = params;
  const packed = join(output, 'preview.glb');
  progress({ step: 'Reading the shapes' });
  if (format === 'obj') await writeObjAsGlb(input, packed);
  const source = format === 'obj' ? packed : input;
  const gltf = await readGltf(source, resources);
  const surfaces = [...surfacesOf(gltf)];
  const facts = factsOf(surfaces);
  progress({ step: 'Drawing a picture' });
  const picture = join(output, 'preview.png');
  await writeFile(picture, await drawPicture(surfaces, facts.low, facts.high));
  if (gltf.isBinary) return { ...facts, model: source, picture };
  await writeGlb(packed, gltf);
  return { ...facts, model: packed, picture };
};

type Facts = Pick<PreviewResult, 'triangleCount' | 'low' | 'high'>;

function factsOf(surfaces: readonly Surface[]): Facts {
  const low: [number, number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high: [number, number, number] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let triangleCount = 0;
  for (const { points, triangles } of surfaces) {
    triangleCount += triangles.length / 3;
    for (const corner of triangles) {
      for (const axis of [0, 1, 2] as const) {
        const value = points[3 * corner + axis] ?? 0;
        if (value < low[axis]) low[axis] = value;
        if (value > high[axis]) high[axis] = value;
      }
    }
  }
  if (triangleCount === 0) throw new EngineFailure('NoShapes', 'The file holds no shapes.');
  return { triangleCount, low, high };
}

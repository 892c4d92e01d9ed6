import { open } from 'node:fs/promises';
import { glbHead, padded } from '../geometry/glb.ts';
import type { Gltf } from './gltf.ts';
import { wholeIn } from './members.ts';

/** Writes a glTF as one GLB: its buffers become one. */
export async function writeGlb(
  path: string,
  { json, views, buffers }: Pick<Gltf, 'json' | 'views' | 'buffers'>,
): Promise<void> {
  const starts: number[] = [];
  let length = 0;
  for (const buffer of buffers) {
    starts.push(length);
    length += padded(buffer.length);
  }
  const bufferViews = views.map((view) => {
    const byteOffset = (starts[wholeIn(view, 'buffer')] ?? 0) + wholeIn(view, 'byteOffset', 0);
    return { ...view, buffer: 0, byteOffset };
  });
  const whole = { ...json, ...(length === 0 ? {} : { buffers: [{ byteLength: length }], bufferViews }) };
  const file = await open(path, 'wx');
  try {
    await file.writeFile(glbHead(whole, length));
    for (const buffer of buffers) {
      await file.writeFile(buffer);
      await file.writeFile(Buffer.alloc(padded(buffer.length) - buffer.length));
    }
  } finally {
    await file.close();
  }
}

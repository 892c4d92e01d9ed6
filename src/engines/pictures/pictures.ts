import { writeFile } from 'node:fs/promises';
import type { EngineContext } from '../engine.ts';
import type { PictureJob, PicturesParams, PicturesResult } from './params.ts';
import { picturesAtOnce, reduced } from './reduce.ts';

/** Makes smaller copies of photos, several at once; what cannot be decoded gets none. */
export async function makeCopies(
  { pictures }: PicturesParams,
  { progress, signal }: EngineContext,
): Promise<PicturesResult> {
  progress({ step: 'Copying pictures', total: pictures.length, unit: 'pictures' });
  const made: boolean[] = pictures.map(() => false);
  const left = pictures.entries();
  const work = async () => {
    for (const [at, picture] of left) {
      signal?.throwIfAborted();
      made[at] = await copied(picture);
    }
  };
  await Promise.all(Array.from({ length: picturesAtOnce }, work));
  return { made };
}

/** The largest copy is made of the photo, each further one of the copy before: a photo is decoded once. */
async function copied({ input, copies, upright = true }: PictureJob): Promise<boolean> {
  let from = input;
  for (const { widest, output } of copies.toSorted((a, b) => b.widest - a.widest)) {
    const picture = await reduced(from, widest, upright);
    if (picture === undefined) return false;
    await writeFile(output, picture.bytes);
    from = output;
  }
  return true;
}

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { numbersOf } from '../../../../test/support/chance.ts';
import { checkDetector } from '../check-detector.ts';
import { detectObjects, openDetector } from '../detect/detector.ts';
import { zipOf } from './networks.ts';
import { wildPackage } from './wild.ts';

const quiet = { progress: () => {}, log: () => {} };
const refusals: ReadonlySet<string> = new Set(['DetectorNotRunnable', 'InputData_Invalid']);

/** Uploads `count` networks of any form: each is refused in words, or finds what lies in the picture. */
export async function uploadWildNetworks(count: number, seed: number, folder: string): Promise<{ taken: number }> {
  const random = numbersOf(seed);
  const [width, height] = [70, 50];
  const picture = { width, height, rgb: new Uint8Array(3 * width * height).fill(99) };
  let taken = 0;
  for (let round = 0; round < count; round++) {
    const path = join(folder, `${round}.zip`);
    writeFileSync(path, await zipOf(wildPackage(random), false));
    const whole = `${path}.whole`;
    try {
      const { completed } = await checkDetector(
        { package: path, type: 'PhotoObjectDetector', labels: [], whole },
        quiet,
      );
      const detector = await openDetector(completed ? whole : path, 'PhotoObjectDetector');
      taken++;
      for (const { box, confidence, label } of await detectObjects(detector, picture)) {
        assert.ok(box.xmin >= 0 && box.ymin >= 0 && box.xmax <= width && box.ymax <= height, JSON.stringify(box));
        assert.ok(
          box.xmax > box.xmin && box.ymax > box.ymin && confidence >= 0 && confidence <= 1,
          JSON.stringify(box),
        );
        assert.ok(
          detector.labels.some(({ id }) => id === label),
          `${label}`,
        );
      }
    } catch (error) {
      const { code = '', message } = error as Error & { code?: string };
      if (error instanceof assert.AssertionError || !refusals.has(code))
        throw new Error(`Round ${round} of ${seed}`, { cause: error });
      assert.ok(message.length > 20, message);
    }
  }
  return { taken };
}

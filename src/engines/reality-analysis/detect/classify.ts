import { featuresOf } from '../cloud/features.ts';
import type { Points } from '../cloud/points.ts';
import { failures } from '../failures.ts';
import type { Detector } from './detector.ts';

const batch = 65_536;

/** The class index of each point, and how sure the network is, 0 to 1. */
export interface Classified {
  readonly labels: Uint16Array;
  readonly confidence: Float32Array;
}

/** Classes of points by a network on named features. Points less sure than the threshold keep class index 0. */
export async function classifyPoints(
  { metadata, session }: Detector,
  points: Points,
  telling: { progress(share: number): void; readonly signal?: AbortSignal | undefined },
): Promise<Classified> {
  if (metadata.kind !== 'cloud')
    throw failures.notRunnable('The network is not one of a PointCloudSegmentationDetector.');
  const { input, output, scoreThreshold } = metadata;
  const width = input.features.length;
  const rows = await featuresOf(points, input, { ...telling, progress: (share) => telling.progress(share / 2) });
  const labels = new Uint16Array(points.count);
  const confidence = new Float32Array(points.count);
  for (let first = 0; first < points.count; first += batch) {
    telling.signal?.throwIfAborted();
    const count = Math.min(batch, points.count - first);
    const values = rows.subarray(first * width, (first + count) * width);
    const outputs = await session.run({ [input.name]: { values, dims: [count, width] } });
    const result = outputs.get(output.mask);
    const classes = (result?.values.length ?? 0) / count;
    if (result === undefined || !Number.isInteger(classes) || classes === 0) {
      throw failures.notRunnable('The output of the network has not the form [points, classes].');
    }
    for (let n = 0; n < count; n++) {
      let best = 0;
      for (let one = 1; one < classes; one++) {
        if ((result.values[n * classes + one] ?? 0) > (result.values[n * classes + best] ?? 0)) best = one;
      }
      const sure = result.values[n * classes + best] ?? 0;
      labels[first + n] = sure >= scoreThreshold ? best : 0;
      confidence[first + n] = sure;
    }
    telling.progress(0.5 + (0.5 * (first + count)) / points.count);
  }
  return { labels, confidence };
}

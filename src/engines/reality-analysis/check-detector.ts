import type { Engine } from '../engine.ts';
import { sessionOf } from './detect/detector.ts';
import { readPackage } from './detect/package.ts';
import { failures } from './failures.ts';
import type { DetectorCheck, DetectorCheckParams } from './params.ts';

/** Whether a package is as it has to be, and can be run. A fault of it ends with its reason. */
export const checkDetector: Engine<DetectorCheckParams, DetectorCheck> = async ({ package: path, type, labels }) => {
  const detector = await readPackage(path);
  const known = new Set(detector.labels?.map(({ name }) => name.toLowerCase()));
  const missing = detector.labels === undefined ? [] : labels.filter((name) => !known.has(name.toLowerCase()));
  if (missing.length > 0) {
    throw failures.invalidData(
      'labels.json',
      `it does not know the labels ${missing.map((name) => `'${name}'`).join(', ')}`,
    );
  }
  if (detector.runnable === undefined) return { runnable: false, note: detector.note ?? null };
  await sessionOf(detector, type);
  return { runnable: true, note: null };
};

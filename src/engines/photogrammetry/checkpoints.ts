import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Names of the artefacts in a folder of work that later runs on the same photos can go on with: where photos stood, the
 * sparse model, and the depth maps. Copied into another folder of work they are used as far as they fit what is asked there.
 */
export const keptForOthers = (work: string): string[] =>
  readdirSync(work, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(work.length + 1))
    .filter((name) => kept.some((one) => one.test(name)))
    .sort();

const kept = [
  /^(?:calibration|rough-ties)\.json$/,
  /^matching\/(?:made-of\.txt|[a-z]+\.done|sparse\/.+\.(?:bin|txt|ini))$/,
  /^depth\/(?:made-of\.txt|\d+\.(?:depths|kept))$/,
];

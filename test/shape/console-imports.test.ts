import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cyclesOf, importGraph } from './import-graph.ts';

const imports = importGraph('console/src/**/*.{ts,tsx}');

/** From the ground up; every other folder is a feature, and stands between `ui` and `frame`. */
const layers = ['platform', 'ui', 'feature', 'frame', 'main'] as const;
type Layer = (typeof layers)[number];

function placeOf(file: string): { readonly layer: Layer; readonly folder: string } {
  const [first = '', ...rest] = file.replace('console/src/', '').split('/');
  if (rest.length === 0) return { layer: 'main', folder: '' };
  const layer = layers.find((one) => one === first) ?? 'feature';
  return { layer, folder: first };
}

/** Rules of the server that need nothing of it; the console checks by them while people type. */
const isRule = (file: string): boolean =>
  /^src\/(reality-jobs\/cost\.ts|(areas\/forms\/(layout|workflow)|kernel\/std|engines\/photogrammetry\/(geometry|scene|georeference|prepare))\/)/.test(
    file,
  );

/** What of a feature others may use. */
const isPublic = (file: string): boolean => /^console\/src\/[^/]+\/queries\.ts$/.test(file);

function isAllowed(file: string, target: string): boolean {
  if (isRule(target)) return true;
  const [from, to] = [placeOf(file), placeOf(target)];
  if (from.folder === to.folder) return true;
  if (from.layer === 'feature' && to.layer === 'feature') return isPublic(target);
  return layers.indexOf(from.layer) > layers.indexOf(to.layer);
}

describe('imports of the console', () => {
  it('go from the frame over the features and the parts of pages to the platform, and of other features only to what they read', () => {
    const wrong = [...imports].flatMap(([file, targets]) =>
      targets.filter((target) => !isAllowed(file, target)).map((target) => `${file} imports ${target}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('make no cycle, of files or of features', () => {
    assert.deepEqual(cyclesOf(imports), []);
    const features = new Map<string, Set<string>>();
    for (const [file, targets] of imports) {
      const { layer, folder } = placeOf(file);
      if (layer !== 'feature') continue;
      const known = features.get(folder) ?? new Set();
      for (const one of targets.filter((target) => !isRule(target)).map(placeOf))
        if (one.layer === 'feature' && one.folder !== folder) known.add(one.folder);
      features.set(folder, known);
    }
    assert.deepEqual(cyclesOf(new Map([...features].map(([folder, others]) => [folder, [...others]]))), []);
  });
});

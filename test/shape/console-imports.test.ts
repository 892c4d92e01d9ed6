import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { cyclesOf, importGraph, importsOf } from './import-graph.ts';

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
  /^src\/(reality-jobs\/cost\.ts|(areas\/forms\/(layout|workflow)|std|engines\/(geometry|photogrammetry\/(geometry|scene|georeference|prepare)))\/)/.test(
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

/** Every module that the console's build holds of our own. */
function reached(): ReadonlySet<string> {
  const found = new Set(imports.keys());
  for (const file of found)
    if (/\.tsx?$/.test(file)) for (const one of importsOf(file, { types: false })) found.add(one);
  return found;
}

/** What only Node.js has; types do not tell, for libraries of the console bring those of Node.js with them. */
const onlyNode = /\b(?:Buffer|process|setImmediate|__dirname|global)\b(?=[.([])|(?:from|import)\s*\(?\s*'node:[^']+'/;
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

describe('imports of the console', () => {
  it('reach only modules that a browser can run', () => {
    const wrong = [...reached()]
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => {
        const [found] =
          onlyNode.exec(
            readFileSync(file, 'utf8')
              .replaceAll(comments, '')
              .replaceAll(/^import type .*$/gm, ''),
          ) ?? [];
        return found === undefined ? [] : `${file}: ${found}`;
      });
    assert.deepEqual(wrong, []);
  });

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

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import type { ElementRecord } from '../snapshot/types.ts';
import { compareResults } from './comparison.ts';
import { calculated, declared, element, epd, made, mappingOf, modelOf } from './testing/calculations.ts';

const folder = mkdtempSync(join(tmpdir(), 'carbon-comparison-'));
after(() => rmSync(folder, { recursive: true }));

const wall = (number: number, volume: number, material = 'Concrete'): ElementRecord =>
  element(number, { materials: made(material), propertySets: [declared({ NetVolume: volume })] });
const factors = {
  mappings: [mappingOf([{ name: 'Concrete', epdId: 'concrete' }])],
  epds: [epd({ gwp: { 'A1-A3': 100, D: -1 } })],
};

async function filesOf(name: string, records: readonly ElementRecord[]) {
  const { result, elements } = await calculated(modelOf(records), factors);
  const files = { result: join(folder, `${name}.json`), elements: join(folder, `${name}-elements.json`) };
  writeFileSync(files.result, JSON.stringify(result));
  writeFileSync(files.elements, JSON.stringify(elements));
  return files;
}

it('two results are compared by module, material and element', async () => {
  const before = await filesOf('before', [wall(1, 1), wall(2, 2), wall(3, 3), wall(4, 1, 'Brick')]);
  const now = await filesOf('after', [wall(1, 1), wall(2, 5), wall(5, 1), wall(6, 1, 'Brick')]);
  const found = await compareResults({ before, after: now }, { progress() {}, log() {} });
  assert.deepEqual(found.modules[0], { name: 'A1-A3', before: 600, after: 700 });
  assert.deepEqual(found.modules.at(-1), { name: 'embodied', before: 600, after: 700 });
  assert.deepEqual(found.materials, [{ name: 'Concrete', before: 600, after: 700 }]);
  assert.deepEqual(found.notCalculated, { before: 1, after: 1 });
  const { largest, ...counts } = found.elements ?? { largest: [] };
  assert.deepEqual(counts, { new: 2, gone: 2, changed: 1, same: 1 });
  assert.deepEqual(largest.map((one) => [one.change, one.before, one.after]).slice(0, 3), [
    ['Changed', 200, 500],
    ['Gone', 300, null],
    ['New', null, 100],
  ]);
  const { elements: _, ...ofTable } = now;
  assert.equal((await compareResults({ before, after: ofTable }, { progress() {}, log() {} })).elements, null);
});

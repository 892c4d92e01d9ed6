import assert from 'node:assert/strict';
import { it } from 'node:test';
import { unmoved } from '../../geometry.ts';
import type { Prediction } from '../../prediction.ts';
import type { SheetLines, SheetText } from '../../sheet.ts';
import { basicSet } from '../../symbols/basic.ts';
import type { SymbolSet } from '../../symbols/set.ts';
import type { PredictOptions } from '../predict.ts';
import type { PredictionFile } from '../prediction-file.ts';
import { prepareBeside, recogniseInThread } from './recogniser-thread.ts';

const asset: PredictOptions['asset'] = {
  id: 'a',
  name: 'sheet.svg',
  format: 'svg',
  size: { width: 400, height: 200 },
  creationDate: '',
  taskDefinitionId: '',
  transform: unmoved,
  source: 'vector',
};
const options = { asset, inputId: 'i', withLinks: true };
const valve = { dashed: false, width: 2, filled: false } as const;
const lines: SheetLines = {
  width: 400,
  height: 200,
  transform: unmoved,
  source: 'vector',
  strokes: [
    {
      ...valve,
      points: [
        [184, 90],
        [216, 110],
        [216, 90],
        [184, 110],
        [184, 90],
      ],
    },
  ],
  likelyLetter: 14,
};
const texts: readonly SheetText[] = [{ text: 'HV-101', start: [170, 140], end: [230, 140], height: 14, confidence: 1 }];
const found = (set?: SymbolSet, seen = lines) => recogniseInThread(seen, Promise.resolve(texts), set, options);
const classesOf = async (set?: SymbolSet) => regionsOf(await found(set)).flatMap(({ modelClass }) => modelClass ?? []);
const regionsOf = ({ text }: PredictionFile): Prediction['regions'] => JSON.parse(text).regions;

it('a thread finds what a sheet shows, whatever set it was prepared for', async () => {
  await prepareBeside(basicSet);
  assert.deepEqual(await classesOf({ ...basicSet, symbols: [] }), []);
  assert.deepEqual(await classesOf(), ['GATE_VALVE']);
});

it('two sheets at once are found by two threads', async () => {
  assert.deepEqual(await Promise.all([classesOf(), classesOf()]), [['GATE_VALVE'], ['GATE_VALVE']]);
});

it('what the thread throws is thrown, and the next sheet gets another thread', async () => {
  await assert.rejects(classesOf({ ...basicSet, linePattern: '(' }), /cannot be used/);
  assert.deepEqual(await classesOf(), ['GATE_VALVE']);
});

it('letters that are of another height than it seemed change nothing', async () => {
  const right = await found();
  for (const likelyLetter of [undefined, 1, 13.9, 14.00001, 200]) {
    assert.deepEqual(await found(undefined, { ...lines, likelyLetter }), right, `${likelyLetter}`);
  }
});

it('texts that cannot be read are an error, and the next sheet is read', async () => {
  const torn = Promise.reject(new Error('torn'));
  await assert.rejects(recogniseInThread(lines, torn, undefined, options), /torn/);
  assert.deepEqual(await classesOf(), ['GATE_VALVE']);
});

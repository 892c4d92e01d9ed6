import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inverse, type Matrix, moved } from '../geometry.ts';
import type { Prediction } from '../prediction.ts';
import { matrixOf } from '../testing/plant-files.ts';
import { readDrawing } from '../testing/read.ts';
import { realSvg } from '../testing/real/files.ts';
import { judged, plain } from '../testing/real/judge.ts';
import { realSheet } from '../testing/real/sheet.ts';
import type { TruthBox } from '../testing/real/truth.ts';
import { smallSheet, titled } from '../testing/sheets.ts';

/** Which part of a box of the truth an area of that kind covers, at best. */
function covered(prediction: Prediction, kind: string, box: TruthBox, toMm: Matrix): number {
  const parts = (prediction.areas ?? []).flatMap((area) => {
    if (area.kind !== kind) return [];
    const { left, top, width, height } = area.boundingBox;
    const corners = [moved(toMm, [left, top]), moved(toMm, [left + width, top + height])];
    const over = ([0, 1] as const).map((axis) => {
      const [a = 0, b = 0] = corners.map((corner) => corner[axis]);
      return Math.max(0, Math.min(Math.max(a, b), box[axis + 2] ?? 0) - Math.max(Math.min(a, b), box[axis]));
    });
    return [((over[0] ?? 0) * (over[1] ?? 0)) / ((box[2] - box[0]) * (box[3] - box[1]))];
  });
  return Math.max(0, ...parts);
}

const kinds: Readonly<Record<string, string>> = { equipmentTable: 'table' };

describe('what of a sheet is no plant', () => {
  for (const [seed, scale, quarters, mirrored] of [
    [11, 1, 0, false],
    [12, 0.5, 1, false],
    [13, 2, 2, false],
    [14, 1, 3, false],
    [15, 0.7, 0, false],
    [16, 1.4, 0, false],
  ] as const) {
    it(`is found as areas and shows no symbols: sheet ${seed}, scaled by ${scale}, turned ${quarters} times`, async () => {
      const sheet = realSheet(seed);
      const { content, toSheet } = realSvg(sheet, matrixOf(scale, quarters, mirrored));
      const { prediction } = await readDrawing('svg', content);
      const score = judged(prediction, sheet.truth, toSheet);
      assert.equal(score.inAreas, 0, score.faults.join('\n'));
      assert.equal(score.sheet.right, 3, JSON.stringify(prediction.sheet));
      const back = inverse(prediction.asset.transform ?? [1, 0, 0, 1, 0, 0]);
      const [a, b, c, d, e, f] = back;
      const [p, q, r, s, t, u] = toSheet;
      const toMm: Matrix = [
        p * a + r * b,
        q * a + s * b,
        p * c + r * d,
        q * c + s * d,
        p * e + r * f + t,
        q * e + s * f + u,
      ];
      for (const { kind, box } of sheet.truth.nonSymbols) {
        const part = covered(prediction, kinds[kind] ?? kind, box, toMm);
        assert.ok(part > 0.8, `${kind}: ${part}`);
      }
    });
  }

  it('is told with what stands in it, and names nothing beside it', async () => {
    const { prediction } = await readDrawing('svg', titled(smallSheet()));
    const { sheet, areas = [] } = prediction;
    assert.deepEqual(
      [sheet?.title, sheet?.number, sheet?.revision, sheet?.date],
      ['COOLING WATER', '12-PI-1', 'B', undefined],
    );
    assert.deepEqual(
      sheet?.revisions.map(({ revision, date, text }) => [revision, date, text]),
      [
        ['B', '2024-05-02', 'AS BUILT'],
        ['A', '2023-01-09', 'FOR REVIEW'],
      ],
    );
    const textOf = new Map(prediction.regions.map(({ id, text }) => [id, text]));
    assert.deepEqual(
      sheet?.textIds.number?.map((id) => textOf.get(id)),
      ['12-PI-1'],
    );
    assert.deepEqual(areas.map(({ kind }) => kind).sort(), ['notes', 'revisionTable', 'titleBlock']);
    assert.equal(areas.find(({ kind }) => kind === 'notes')?.text, 'NOTES:\n1. SEE SHEET 2\n2. P-999 IS A SPARE');
    assert.ok(!prediction.regions.some(({ userLabel }) => plain(userLabel) === 'P999'));
    const without = (await readDrawing('svg', smallSheet())).prediction;
    const symbols = ({ regions }: Prediction) => regions.filter((one) => one.modelClass).map((one) => one.userLabel);
    assert.deepEqual(symbols(prediction), symbols(without));
    assert.equal(without.sheet, undefined);
    assert.deepEqual(without.areas, []);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Matrix, unmoved } from '../../geometry.ts';
import type { Prediction, Region } from '../../prediction.ts';
import { judged } from './judge.ts';
import type { RealTruth } from './truth.ts';

const truth: RealTruth = {
  sheet: { title: 'STEAM', number: '12-PI-3', revision: 'B' },
  symbols: [
    { id: 's1', class: 'PUMP', box: [10, 10, 20, 20], tag: 'P-101' },
    { id: 's2', class: 'FLANGE', box: [29, 13, 31, 17], optional: true },
    { id: 's3', class: 'GATE_VALVE', box: [40, 13, 46, 17], tag: 'HV-2' },
    { id: 's4', class: 'INSTRUMENT', box: [30, 30, 40, 40], tag: 'PT-3' },
  ],
  connections: [['s1', 's3']],
  measured: [['j1', 's4']],
  signals: [{ between: ['s4', 's3'], kind: 'electric' }],
  drives: [],
  lineNumbers: [{ text: '2"-CW-1', ends: ['s1', 's3'] }],
  nonSymbols: [{ kind: 'notes', box: [60, 60, 90, 90] }],
  texts: [{ text: 'P-101', box: [10, 21, 20, 23] }],
};

/** Pixels are four to a millimetre. */
const region = (id: string, modelClass: string, box: readonly number[], label?: string): Region => ({
  id,
  modelClass,
  boundingBox: {
    left: 4 * (box[0] ?? 0),
    top: 4 * (box[1] ?? 0),
    width: 4 * ((box[2] ?? 0) - (box[0] ?? 0)),
    height: 4 * ((box[3] ?? 0) - (box[1] ?? 0)),
  },
  status: 'pending',
  ...(label === undefined ? {} : { userLabel: label }),
});
const right: Prediction = {
  asset: {
    id: 'a',
    name: 'a.svg',
    format: 'svg',
    size: { width: 400, height: 400 },
    creationDate: '',
    taskDefinitionId: '',
    transform: [8, 0, 0, 8, 0, 0],
  },
  sheet: { title: 'steam', number: '12PI3', revision: 'B', textIds: {}, confidence: 1, revisions: [] },
  regions: [
    region('a', 'PUMP', [10, 10, 20, 20], 'P101'),
    region('b', 'FLANGE', [29, 13, 31, 17]),
    region('c', 'GATE_VALVE', [40, 13, 46, 17], 'HV-2'),
    region('d', 'INSTRUMENT', [30, 30, 40, 40], 'PT-3'),
    { id: 't', boundingBox: { left: 40, top: 84, width: 40, height: 8 }, status: 'pending', text: 'P-101' },
  ],
  links: {
    l1: { endpoints: ['p1', 'p2'], modelClass: 'PIPE_RUN', status: 'pending', userLabel: '2"-CW-1' },
    l2: { endpoints: ['p3', 'p4'], modelClass: 'PIPE_RUN', status: 'pending' },
    l3: { endpoints: ['p5', 'p6'], modelClass: 'SIGNAL_LINE', status: 'pending' },
  },
  connectionPoints: {
    p1: { pos: [80, 60], assocSymbol: 'a', relatedLinks: ['l1'] },
    p2: { pos: [116, 60], assocSymbol: 'b', relatedLinks: ['l1'] },
    p3: { pos: [124, 60], assocSymbol: 'b', relatedLinks: ['l2'] },
    p4: { pos: [160, 60], assocSymbol: 'c', relatedLinks: ['l2'] },
    p5: { pos: [140, 120], assocSymbol: 'd', relatedLinks: ['l3'] },
    p6: { pos: [170, 68], assocSymbol: 'c', relatedLinks: ['l3'] },
  },
};
/** The file has half millimetres. */
const toSheet: Matrix = [2, 0, 0, 2, 0, 0];
const without = (ids: readonly string[]): Prediction => ({
  ...right,
  regions: right.regions.filter(({ id }) => !ids.includes(id)),
});

describe('the judge of realistic sheets', () => {
  it('finds nothing wrong where all is right, and joins through marks', () => {
    const score = judged(right, truth, toSheet);
    assert.deepEqual(score.faults, []);
    for (const what of ['symbols', 'reported', 'tags', 'connections', 'signals', 'lineNumbers', 'texts'] as const) {
      assert.equal(score[what].right, score[what].all, what);
      assert.ok(score[what].all > 0, what);
    }
    assert.deepEqual([score.sheet.right, score.falseConnections, score.inAreas], [3, 0, 0]);
  });

  it('counts what is missing, of another class, elsewhere or wrongly named', () => {
    assert.equal(judged(without(['c']), truth, toSheet).symbols.right, 2);
    const [pump, ...others] = right.regions;
    const as = (change: Partial<Region>) => ({ ...right, regions: [{ ...pump, ...change } as Region, ...others] });
    assert.equal(judged(as({ modelClass: 'COMPRESSOR' }), truth, toSheet).symbols.right, 2);
    assert.equal(judged(as({ userLabel: 'P-102' }), truth, toSheet).tags.right, 2);
    const elsewhere = judged(as(region('a', 'PUMP', [70, 70, 80, 80])), truth, toSheet);
    assert.deepEqual([elsewhere.symbols.right, elsewhere.reported.right, elsewhere.inAreas], [2, 2, 1]);
  });

  it('counts a join that is missing and one that is false, and looks at the place in millimetres', () => {
    const cut = judged({ ...right, links: {} }, truth, toSheet);
    assert.deepEqual([cut.connections.right, cut.signals.right, cut.lineNumbers.right], [0, 0, 0]);
    const other = { ...truth, connections: [] };
    assert.equal(judged(right, other, toSheet).falseConnections, 1);
    assert.equal(judged(right, truth, unmoved).symbols.right, 0);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changed, nearestOn, withCut, withJoin, withLine, withSymbol } from './edit.ts';
import { byDoubt, itemsOf, type Prediction, type Region } from './prediction.ts';

const region = (id: string, left: number, more: Partial<Region> = {}): Region => ({
  id,
  boundingBox: { left, top: 80, width: 40, height: 40 },
  modelClass: 'GATE_VALVE',
  status: 'pending',
  ...more,
});

/** Two valves with a pipe, on which a signal line ends. */
const sheet: Prediction = {
  asset: { id: 'a', name: 'plant.svg', size: { width: 1000, height: 400 } },
  regions: [region('one', 100), region('two', 500), { ...region('text', 700), text: 'HV-1O1' }],
  links: {
    pipe: {
      endpoints: ['p1', 'p2'],
      modelClass: 'PIPE_RUN',
      userLabel: '6"',
      status: 'pending',
      path: [
        [140, 100],
        [500, 100],
      ],
    },
    signal: {
      endpoints: ['p3', 'p4'],
      modelClass: 'SIGNAL_LINE',
      status: 'pending',
      path: [
        [200, 20],
        [200, 100],
      ],
    },
  },
  connectionPoints: {
    p1: { pos: [140, 100], assocSymbol: 'one', relatedLinks: ['pipe'] },
    p2: { pos: [500, 100], assocSymbol: 'two', relatedLinks: ['pipe'] },
    p3: { pos: [200, 20], relatedLinks: ['signal'] },
    p4: { pos: [200, 100], relatedLinks: ['signal', 'pipe'] },
  },
};

/** Ids that are named are there, and both sides agree. */
function assertWhole({ links, connectionPoints, regions }: Prediction): void {
  for (const [id, { endpoints }] of Object.entries(links)) {
    assert.equal(endpoints.length, 2);
    for (const end of endpoints) assert.ok(connectionPoints[end]?.relatedLinks.includes(id), `${id} ends at ${end}`);
  }
  for (const { assocSymbol, relatedLinks } of Object.values(connectionPoints)) {
    assert.ok(assocSymbol === undefined || regions.some(({ id }) => id === assocSymbol));
    for (const link of relatedLinks) assert.ok(links[link], link);
  }
}

describe('a correction of a sheet', () => {
  it('says what a symbol is, and what its tag', () => {
    const next = changed(sheet, new Set(['one', 'pipe']), { userLabel: 'HV-7', status: 'approved' });
    const facts = { userLabel: 'HV-7', userLabelConfidence: 1, status: 'approved' };
    assert.deepEqual(next.regions[0], { ...sheet.regions[0], ...facts });
    assert.equal(next.links.pipe?.userLabel, 'HV-7');
    assert.equal(next.regions[1], sheet.regions[1]);
    const none = JSON.parse(JSON.stringify(changed(next, new Set(['one']), { userLabel: '' })));
    assert.ok(!('userLabel' in none.regions[0]));
  });

  it('adds a symbol inside of the picture', () => {
    const next = withSymbol(sheet, 'new', { left: -5.4, top: 380, width: 50, height: 60 }, { modelClass: 'PUMP' });
    assert.deepEqual(next.regions.at(-1)?.boundingBox, { left: 0, top: 380, width: 45, height: 20 });
  });

  it('draws a line from border to border', () => {
    const next = withLine(sheet, 'LINK_new', ['one', 'two']);
    assertWhole(next);
    assert.deepEqual(next.links.LINK_new?.path, [
      [140, 100],
      [500, 100],
    ]);
  });

  it('cuts a line in two; what ends on it stays with its part', () => {
    const next = withCut(sheet, 'pipe', [300, 104]);
    assertWhole(next);
    const parts = Object.entries(next.links).filter(([id]) => id !== 'signal');
    assert.deepEqual(
      parts.map(([, { path }]) => path),
      [
        [
          [140, 100],
          [300, 100],
        ],
        [
          [300, 100],
          [500, 100],
        ],
      ],
    );
    assert.equal(parts[1]?.[1].userLabel, '6"');
    assert.deepEqual(next.connectionPoints.p4?.relatedLinks, ['signal', parts[0]?.[0]]);
  });

  it('joins what was cut', () => {
    const cut = withCut(sheet, 'pipe', [300, 100]);
    const [a = '', b = ''] = Object.keys(cut.links).filter((id) => id !== 'signal');
    for (const pair of [
      [a, b],
      [b, a],
    ] as const) {
      const joined = withJoin(cut, pair);
      assert.ok(joined);
      assertWhole(joined);
      assert.deepEqual(Object.keys(joined.links).length, 2);
      assert.deepEqual(Object.keys(joined.connectionPoints).sort(), ['p1', 'p2', 'p3', 'p4']);
    }
    assert.equal(withJoin(sheet, ['pipe', 'signal']), undefined, 'the pipe has symbols at both ends');
  });

  it('finds the nearest place of a line', () => {
    assert.deepEqual(
      nearestOn(
        [
          [0, 0],
          [10, 0],
          [10, 10],
        ],
        [12, 4],
      ),
      { at: [10, 4], segment: 1, far: 2 },
    );
    assert.equal(nearestOn([], [0, 0]), undefined);
  });
});

it('the least sure come first, then what was looked at', () => {
  const items = itemsOf(changed(sheet, new Set(['one']), { status: 'approved' }));
  const unsure = items.map((item) => (item.id === 'two' ? { ...item, confidence: 0.5 } : item)).sort(byDoubt);
  assert.equal(unsure[0]?.id, 'two');
  assert.equal(unsure.at(-1)?.id, 'one');
});

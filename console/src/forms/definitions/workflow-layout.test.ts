import assert from 'node:assert/strict';
import { it } from 'node:test';
import { graphOf } from './workflow-layout.ts';

const state = (name: string) => ({ name, color: null, editableProperties: [], stateCategory: 'Open' as const });
const step = (start: string, end: string) => ({
  displayName: `${start} to ${end}`,
  start,
  end,
  notes: 'None' as const,
});

it('a workflow is drawn from its start to its end, circles and what nothing leads to included', () => {
  const { boxes, arrows, width, height } = graphOf({
    startStates: ['A'],
    states: [state('A'), state('B'), state('C'), state('Alone')],
    transitions: [step('A', 'B'), step('B', 'A'), step('B', 'C'), step('C', 'C'), step('A', 'Nowhere')],
  });
  const x = new Map(boxes.map((box) => [box.name, box.x]));
  assert.ok((x.get('A') ?? 0) < (x.get('B') ?? 0) && (x.get('B') ?? 0) < (x.get('C') ?? 0));
  assert.ok((x.get('C') ?? 0) < (x.get('Alone') ?? 0));
  assert.equal(new Set(boxes.map((box) => `${box.x} ${box.y}`)).size, 4);
  assert.equal(arrows.length, 4);
  assert.ok(width > (x.get('Alone') ?? 0) && height > 0);
  assert.deepEqual(graphOf({ startStates: [], states: [], transitions: [] }).boxes, []);
});

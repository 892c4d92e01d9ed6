import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inThreeSteps, openAndClosed } from '../../../../src/areas/forms/template/workflows.ts';
import {
  changedStatus,
  changedStep,
  dead,
  faultsOf,
  movedStatus,
  planOf,
  proposal,
  type Stored,
  storedOf,
  unreached,
  withoutStatus,
  withStatus,
  withStep,
} from './edit.ts';

it('a workflow that is edited and left alone is stored as it was', () => {
  const assignee = ['assignee', 'assignee.id', 'assignee.displayName'];
  const assigned = { permission: 'Forms_AssignAccess', dueInDays: 3 } as const;
  const stored: Stored = {
    startStates: ['Open'],
    states: [
      { name: 'Open', color: '#ff0000', stateCategory: 'Open', editableProperties: ['subject', ...assignee] },
      { name: 'Closed', color: null, stateCategory: 'Closed', editableProperties: [] },
    ],
    transitions: [{ displayName: 'Close', start: 'Open', end: 'Closed', notes: 'Required', ...assigned }],
  };
  assert.deepEqual(storedOf(planOf(stored)), stored);
});

it('a status keeps its steps when its name changes, and takes them along when it goes', () => {
  const plan = planOf(storedOf(proposal(['subject'])));
  const renamed = storedOf(changedStatus(plan, 1, { name: 'Done ' }));
  assert.deepEqual(
    renamed.transitions.map(({ start, end }) => [start, end]),
    [
      ['Open', 'Done'],
      ['Done', 'Open'],
    ],
  );
  assert.deepEqual(storedOf(withoutStatus(plan, 1)).transitions, []);
});

it('new statuses and steps have names and places of their own', () => {
  const two = withStatus(withStatus(proposal([]), ['subject']), []);
  assert.deepEqual(
    two.statuses.map(({ name }) => name),
    ['Open', 'Closed', 'New status', 'New status 2'],
  );
  assert.deepEqual(unreached(two), ['New status', 'New status 2']);
  assert.deepEqual(dead(two), ['New status', 'New status 2']);
  const stepped = withStep(two, 0);
  assert.deepEqual([stepped.steps.at(-1)?.name, unreached(stepped)], ['To New status', ['New status 2']]);
  const up = movedStatus(two, 1, -1);
  assert.deepEqual([up.statuses[0]?.name, movedStatus(up, 1, -1)], ['Closed', up]);
});

it('what the server would refuse is told', () => {
  const plan = proposal([]);
  assert.deepEqual(faultsOf(plan), []);
  assert.deepEqual(faultsOf(changedStatus(plan, 0, { isStart: false })), [
    'Forms begin nowhere: choose a status for that.',
  ]);
  assert.deepEqual(faultsOf(changedStatus(plan, 0, { name: 'Closed' })), ["There are two states 'Closed'."]);
  assert.deepEqual(faultsOf(changedStatus(plan, 0, { name: ' ' })), ['A status has no name.']);
  assert.deepEqual(faultsOf(changedStep(plan, 2, { name: '' })), ['A step has no name.']);
  assert.deepEqual(faultsOf(changedStatus(plan, 0, { color: 'red' })), ["Open: 'red' is no colour."]);
});

it('the workflows of the templates can be edited without a loss', () => {
  for (const workflow of [openAndClosed(['Weather']), inThreeSteps(['Priority'])]) {
    const stored: Stored = {
      startStates: [...workflow.startStates],
      states: workflow.states.map((state) => ({ ...state, editableProperties: [...state.editableProperties] })),
      transitions: workflow.transitions.map(({ displayName, start, end, notes }) => ({
        displayName,
        start: start ?? '',
        end,
        notes,
      })),
    };
    const again = storedOf(planOf(stored));
    assert.deepEqual([again.transitions, again.startStates], [stored.transitions, stored.startStates]);
    assert.deepEqual([faultsOf(planOf(stored)), dead(planOf(stored))], [[], []]);
  }
});

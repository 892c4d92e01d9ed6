import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AuditEntry } from '../../ui/forms/types.ts';
import { deedsOf } from './history.ts';

const entry = (action: string, at: string, ...changes: [string, string | null, string | null][]): AuditEntry => ({
  id: `${action}${at}`,
  changeBy: 'Ben',
  changeById: 'x',
  changeDateTime: at,
  action,
  changes: changes.map(([property, oldValue, newValue]) => ({ property, oldValue, newValue })),
});

it('the audit trail is told as what people did, once for each request', () => {
  const trail = [
    entry('Closed', '2', ['Closed', 'False', 'True']),
    entry('Status', '2', ['Status', 'Open', 'Closed']),
    entry(
      'Modified',
      '2',
      ['Weather', 'Dry', 'Rain'],
      ['Air__x0020__temperature', null, '4'],
      ['Deliveries', null, '[{"Truck":"7"}]'],
    ),
    entry('File Attached', '1', ['File', null, 'door.jpg']),
    entry('Opened', '0', ['Closed', null, 'False']),
    entry('Assigned', '0', ['AssignedTo', null, 'Ada']),
    entry('Created', '0', ['Subject', null, 'Door'], ['ModelPin', null, '{"location":{}}']),
  ];
  const deeds = deedsOf(trail, new Map([['Weather', 'The weather']]));
  assert.deepEqual(
    deeds.map(({ lines }) => lines),
    [
      ['The weather: Dry → Rain', 'Air temperature: 4', 'Deliveries: 1 row', 'Status: Open → Closed'],
      ['Attached door.jpg'],
      ['Created', 'Subject: Door', 'Linked to a place in the model', 'First assignee: Ada'],
    ],
  );
});

it('the place of a form is told once, by the name of its element where it has one', () => {
  const linked = (source: object) =>
    deedsOf(
      [
        entry(
          'Modified',
          '1',
          ['SourceEntity', null, JSON.stringify(source)],
          ['ModelPin', null, '{}'],
          ['ModelView', null, '{}'],
          ['DueDate', null, '2026-03-05T00:00:00.000Z'],
        ),
      ],
      new Map(),
    )[0]?.lines;
  const modelElement = { modelId: 'm', elementId: '0x12', elementName: 'Wall 130' };
  assert.deepEqual(linked({ modelElement }), ['Due date: 2026-03-05', 'Linked to element Wall 130']);
  assert.deepEqual(linked({ modelElement: { elementId: '0' } }), [
    'Due date: 2026-03-05',
    'Linked to a place in the model',
  ]);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AuditEntry } from '../../ui/forms/types.ts';
import { deedsOf } from './history.ts';

const entry = (action: string, at: string, ...changes: [string, string | null, string | null][]): AuditEntry => ({
  ...{ id: `${action}${at}`, changeBy: 'Ben', changeById: 'x', changeDateTime: at, action },
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
      ['Made the form', 'Subject: Door', 'Pin in the model set', 'First responsible: Ada'],
    ],
  );
});

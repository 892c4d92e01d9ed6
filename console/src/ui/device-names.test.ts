import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deviceNames } from './device-names.ts';

it('names of devices of Windows are found in any case, with any extension, as files and as folders', () => {
  const kept = ['CON', 'nul.txt', 'Aux.tar.gz', 'PRN .pdf', 'COM1', 'lpt9.log', 'COM¹.csv', 'CONIN$', 'com0'];
  for (const name of kept) assert.deepEqual(deviceNames(`Drawings/${name}`), [name]);
  assert.deepEqual(deviceNames('aux/Plans/NUL.dwg'), ['aux', 'NUL.dwg']);
});

it('names that only begin or end like one are none', () => {
  const free = ['CONTROL.txt', 'con-1.txt', 'COM10', 'COM', 'LPT.txt', 'null', 'plan.con', '_NUL', 'COM1a.txt', 'aux2'];
  for (const name of free) assert.deepEqual(deviceNames(`Drawings/${name}`), []);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { misfitOf } from './new-content.ts';

const misfit = (name: string, ...chosen: string[]) =>
  misfitOf(
    chosen.map((one) => ({ name: one })),
    name,
  );

it('takes a file with the same ending, under any name', () => {
  assert.equal(misfit('duplex.ifc', 'duplex-v2.IFC'), undefined);
  assert.equal(misfit('README', 'notes'), undefined);
});

it('refuses another ending, and says which one', () => {
  assert.match(misfit('duplex.ifc', 'duplex.ifczip') ?? '', /duplex\.ifczip cannot be .* Choose a \.ifc file/);
  assert.match(misfit('README', 'notes.txt') ?? '', /a file without an ending/);
});

it('refuses none and several', () => {
  assert.match(misfit('a.ifc') ?? '', /Choose one file/);
  assert.match(misfit('a.ifc', 'b.ifc', 'c.ifc') ?? '', /Choose one file/);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isLastOwner } from './last-owner.ts';

const ada = { id: 'a', roles: [{ displayName: 'Viewer' }, { displayName: 'Owner' }] };
const ben = { id: 'b', roles: [{ displayName: 'Viewer' }] };

it('is who owns a twin that nobody else owns', () => {
  assert.equal(isLastOwner(ada, [ada, ben]), true);
  assert.equal(isLastOwner(ben, [ada, ben]), false);
  assert.equal(isLastOwner(ada, [ada, { ...ben, roles: ada.roles }]), false);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { allPermissions } from '../../../src/areas/access-control/permission-names.ts';
import { permissionText } from './permissions.ts';

it('every permission of the platform is told in words, each in its own', () => {
  const texts = allPermissions.map(permissionText);
  assert.deepEqual(
    allPermissions.filter((name, n) => texts[n] === name),
    [],
  );
  assert.equal(new Set(texts).size, allPermissions.length);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSetup } from './setup-file.ts';

const id = '2f1a3b7c-0000-4000-8000-000000000001';
const read = (text: string) => readSetup(text, 'setup.yaml', async () => []);

describe('set-up file', () => {
  it('is YAML or JSON, with every list optional', async () => {
    const yaml = await read(`organizations:\n  - id: ${id}\n    name: Acme\n`);
    assert.deepEqual(yaml.organizations, [{ id, name: 'Acme' }]);
    const json = await read(JSON.stringify({ organizations: [{ id, name: 'Acme' }] }));
    assert.deepEqual(json.organizations?.length, 1);
    assert.deepEqual(await read(''), {});
  });

  for (const [what, text, message] of [
    ['broken YAML', 'organizations:\n  - [', /setup\.yaml:2/],
    ['a missing member', `organizations:\n  - id: ${id}\n`, /setup\.yaml:2: organizations\[0\]\.name is missing/],
    ['an unknown member', `users: []\ncolour: red\n`, /setup\.yaml:2: colour is not known here/],
    [
      'a wrong id',
      'organizations:\n  - id: x\n    name: Acme\n',
      /setup\.yaml:2: organizations\[0\]\.id must be a UUID/,
    ],
    [
      'a wrong value',
      `twins:\n- id: ${id}\n  class: Bridge\n  subClass: Project\n  displayName: B\n  owner: a@b.c`,
      /setup\.yaml:3: twins\[0\]\.class must be one of/,
    ],
    ['a key given twice', 'users: []\nusers: []\n', /setup\.yaml:2/],
  ] as const) {
    it(`tells the line of ${what}`, () => assert.rejects(() => read(text), message));
  }

  it('tells the lines of further faults', async () => {
    const fault = { path: ['users', 0, 'email'], message: 'is no e-mail address' };
    const text = 'users:\n  - givenName: A\n    surname: B\n    email: xyz\n';
    await assert.rejects(
      () => readSetup(text, 'f', async () => [fault]),
      /f:4: users\[0\]\.email is no e-mail address/,
    );
  });
});

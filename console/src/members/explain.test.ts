import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { areaOf, byArea, emailsIn, explain } from './explain.ts';

const viewer = { displayName: 'Viewer', permissions: ['storage_read', 'models_read'] };
const editor = { displayName: 'Editor', permissions: ['storage_read', 'storage_write'] };

describe('what a person may do', () => {
  it('is nothing without roles', () => assert.deepEqual(explain([]), []));

  it('comes from every role they hold, each reason named', () => {
    assert.deepEqual(explain([{ role: viewer }, { role: editor, group: 'Surveyors' }]), [
      { permission: 'models_read', because: ['Role Viewer'] },
      { permission: 'storage_read', because: ['Role Viewer', 'Role Editor of the group Surveyors'] },
      { permission: 'storage_write', because: ['Role Editor of the group Surveyors'] },
    ]);
  });

  it('names a reason once', () => {
    const twice = explain([{ role: viewer }, { role: viewer }]);
    assert.deepEqual(
      twice.map(({ because }) => because),
      [['Role Viewer'], ['Role Viewer']],
    );
  });
});

describe('permissions', () => {
  it('are put together by what they are about', () => {
    const names = ['carbon_calculate', 'storage_read', 'Forms_ViewAccess', 'storage_write', 'new_thing'];
    assert.deepEqual(
      byArea(names, (name) => name).map(([area, found]) => [area, found.length]),
      [
        ['Files', 2],
        ['Forms', 1],
        ['Carbon calculation', 1],
        ['new', 1],
      ],
    );
    assert.equal(areaOf('MLRunInference'), 'Drawings');
  });
});

describe('e-mail addresses', () => {
  it('are found in what people paste', () => {
    const text = 'ada@example.com, Ben@example.com;\nada@EXAMPLE.com  <cy@example.org>';
    assert.deepEqual(emailsIn(text), { emails: ['ada@EXAMPLE.com', 'Ben@example.com', 'cy@example.org'], faulty: [] });
  });

  it('are told from what is none', () => {
    assert.deepEqual(emailsIn('ada@example, ben, @x.y, dot@localhost'), {
      emails: ['dot@localhost'],
      faulty: ['ada@example', 'ben', '@x.y'],
    });
    assert.deepEqual(emailsIn('  '), { emails: [], faulty: [] });
  });
});

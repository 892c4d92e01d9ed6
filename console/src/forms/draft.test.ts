import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isUnreadable, readLayout } from '../../../src/areas/forms/layout/read.ts';
import type { Form } from '../ui/forms/types.ts';
import { changedIn, changeOf, draftOf, faultsOf, settled } from './draft.ts';

const read = readLayout(
  JSON.stringify({
    Form: {
      Controls: [
        { TextBox: { Binding: '_Subject', DisplayLabel: 'Subject' } },
        { NumberBox: { Binding: 'Air temperature', DisplayLabel: 'Air', Minimum: -50, Maximum: 60 } },
        { TextBox: { Binding: 'Mail', Format: 'email' } },
        { Calculated: { Binding: 'Double', Formula: '[Air temperature] * 2' } },
      ],
    },
  }),
);
if (isUnreadable(read)) throw new Error(read.reason);
const layout = read;
const air = 'properties.Air__x0020__temperature';

const form: Form = {
  id: 'x',
  displayName: 'DL-00001',
  number: 'DL-00001',
  type: 'Daily Log',
  state: 'Open',
  subject: 'Pour',
  createdBy: '',
  lastModifiedBy: '',
  createdDateTime: '',
  lastModifiedDateTime: '',
  properties: { Air__x0020__temperature: 4, Kept: [1] },
};

describe('a draft of a form', () => {
  it('asks for what differs only, and sets back what was emptied', () => {
    const draft = { ...draftOf(form), [air]: '', subject: 'Deck pour' };
    const changed = changedIn(draft, form);
    assert.deepEqual(changed.sort(), [air, 'subject'].sort());
    assert.deepEqual(changeOf(draft, changed), { subject: 'Deck pour', properties: { Air__x0020__temperature: null } });
    assert.deepEqual(changedIn(draftOf(form), form), []);
  });

  it('has faults where the server would refuse it, in words that say what is right', () => {
    const faults = faultsOf({ [air]: 99, 'properties.Mail': 'x', subject: 'x'.repeat(256) }, layout);
    assert.deepEqual(Object.fromEntries(faults), {
      [air]: 'From -50 to 60.',
      'properties.Mail': 'Write an e-mail address.',
      subject: 'At most 255 characters.',
    });
    assert.equal(faultsOf(draftOf(form), layout).size, 0);
  });

  it('shows calculated values while it is filled in', () => {
    assert.equal(settled(draftOf(form), layout).draft['properties.Double'], 8);
    assert.equal(settled({}, layout).draft['properties.Double'], undefined);
  });

  it('says at a calculated value that is left out why it is', () => {
    const long = readLayout(
      JSON.stringify({
        Form: {
          Controls: [
            { TextBox: { Binding: 'Note' } },
            { Calculated: { Binding: 'Twice', DisplayLabel: 'Twice', Formula: 'concat([Note], [Note])' } },
          ],
        },
      }),
    );
    assert.ok(!isUnreadable(long));
    const { draft, leftOut } = settled({ 'properties.Note': 'x'.repeat(40_000) }, long);
    assert.equal(draft['properties.Twice'], undefined);
    assert.deepEqual(
      [...leftOut],
      [['properties.Twice', 'Twice has no value: it would have more than 65,536 characters.']],
    );
    assert.equal(settled({ 'properties.Note': 'x' }, long).leftOut.size, 0);
  });
});

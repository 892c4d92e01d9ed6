import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Problem } from '../platform/problem.ts';
import { fieldErrors } from './field-errors.ts';

it('puts what the server said beside the fields that it named', () => {
  const details = [
    { code: 'InvalidValue', message: 'Too long.', target: 'displayName' },
    { code: 'MissingRequiredProperty', message: 'Missing.', target: 'Name' },
    { code: 'InvalidValue', message: 'Not allowed.', target: 'redirectUris[1]' },
    { code: 'InvalidRequestBody', message: 'Invalid request body. It must begin with https.', target: 'callbackUrl' },
    { code: 'InvalidRequestBody', message: 'Not JSON.', target: null },
  ];
  const problem = new Problem(422, { code: 'InvalidRequest', message: 'Cannot create it.', details });
  assert.deepEqual(fieldErrors(problem), {
    displayName: 'Too long.',
    name: 'Missing.',
    redirectUris: 'Not allowed.',
    callbackUrl: 'It must begin with https.',
  });
});

it('says what to do where the whole refusal names a field', () => {
  const problem = new Problem(404, { code: 'TeamMemberNotFound', message: 'Not available.', target: 'members[0]' });
  assert.match(fieldErrors(problem).members ?? '', /^Nobody with that e-mail address/);
});

it('says nothing of other errors', () => assert.deepEqual(fieldErrors(new Error('broken')), {}));

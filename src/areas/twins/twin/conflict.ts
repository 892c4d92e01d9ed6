import { fail } from '../../../api/http/problem.ts';
import { twinExists } from '../errors.ts';

/** 409: the number belongs to another twin of the account and subClass. */
export const numberExists = () =>
  fail(twinExists, {
    details: [{ code: 'InvalidValue', message: 'A twin with the specified number already exists.', target: 'number' }],
  });

import { problem } from '../../api/http/problem.ts';

/** The refusals of the Users API (oauth.md section 11). */
export const invalidUsers = problem(422, 'InvalidUsersRequest', 'Cannot get users.');

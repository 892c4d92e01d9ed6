import { problem } from '../../api/http/problem.ts';

/** Refusals of the application registry (oauth.md section 10). */
export const applicationNotFound = problem(404, 'ApplicationNotFound', 'Requested application is not available.');
const invalid = (message: string) => problem(422, 'InvalidApplicationRequest', message);
export const cannotCreate = invalid('Cannot create application.');
export const cannotUpdate = invalid('Cannot update application.');
export const cannotList = invalid('Cannot get applications.');
export const cannotRenew = invalid('Cannot create a client secret.');

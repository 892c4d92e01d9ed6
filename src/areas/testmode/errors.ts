import { problem } from '../../api/http/problem.ts';

/** Refusals of the Test mode API (testmode.md). */
export const sandboxNotFound = problem(404, 'SandboxNotFound', 'Requested sandbox is not available.');
export const twinExists = problem(409, 'twinExists', 'A twin with the specified number or displayName already exists.');

const invalid = (message: string) => problem(422, 'InvalidTestmodeRequest', message);
export const cannotCreate = invalid('Cannot create sandbox.');
export const cannotClaim = invalid('Cannot claim sandbox.');
export const cannotListSandboxes = invalid('Cannot get sandboxes.');
export const cannotListMails = invalid('Cannot get mails.');

export const badToken = {
  code: 'InvalidParameter',
  message: 'The continuationToken query parameter value is incorrect.',
  target: 'continuationToken',
};

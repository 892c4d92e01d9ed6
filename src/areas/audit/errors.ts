import { problem } from '../../api/http/problem.ts';

/** The refusal of the Audit API. */
export const invalidAudit = problem(422, 'InvalidAuditRequest', 'Cannot get audit entries.');

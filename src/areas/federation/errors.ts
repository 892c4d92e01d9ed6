import { type Detail, problem } from '../../api/http/problem.ts';

const notFound = <const W extends string>(what: W) =>
  problem(404, `${what}NotFound`, `Requested ${what} is not available.`);

/** Refusals of the Federation API (federation.md section 3). */
export const packageNotFound = notFound('Package');
export const packagesNotFound = notFound('PackageList');
export const assignmentsNotFound = notFound('AssignmentList');
export const systemsNotFound = notFound('SystemList');
export const systemNotFound = notFound('System');
export const propertiesNotFound = notFound('PropertyList');
export const timersNotFound = notFound('TimerList');
export const timerNotFound = notFound('Timer');
export const schemaNotFound = notFound('Schema');
export const entitySetNotFound = notFound('EntitySet');
export const entityNotFound = notFound('Entity');

const exists = (what: string) => problem(409, 'SystemExists', `A ${what} with the same parameters already exists.`);
export const systemExists = exists('system');
/** Really this code: clients know it. */
export const timerExists = exists('timer');

export const systemFailed = problem(502, 'BadGateway', 'A system of the twin failed.');
export const systemLate = problem(504, 'GatewayTimeout', 'The query took too long.');

export const invalidPackage = problem(422, 'InvalidPackageRequest', 'Cannot retrieve Package.');
export const invalidPackages = problem(422, 'InvalidPackageListRequest', 'Cannot retrieve PackageList.');
const invalidAssignments = (verb: string) =>
  problem(422, 'InvalidAssignmentListRequest', `Cannot ${verb} AssignmentList.`);
export const invalidReadAssignments = invalidAssignments('retrieve');
export const invalidCreateAssignments = invalidAssignments('create');
export const invalidUpdateAssignments = invalidAssignments('update');
export const invalidTwinRoles = problem(422, 'InvalidTwinRoleListRequest', 'Cannot update TwinRoleList.');
export const invalidSystems = problem(422, 'InvalidSystemListRequest', 'Cannot retrieve SystemList.');
export const invalidProperties = problem(
  422,
  'InvalidSystemPropertyListRequest',
  'Cannot retrieve SystemPropertyList.',
);
export const invalidSystem = (verb: 'create' | 'update' | 'remove' | 'test') =>
  problem(422, 'InvalidSystemRequest', `Cannot ${verb} System.`);
export const invalidTimers = problem(422, 'InvalidTimerListRequest', 'Cannot retrieve TimerList.');
export const invalidTimer = problem(422, 'InvalidTimerRequest', 'Cannot retrieve Timer.');
export const invalidCreateTimer = problem(422, 'InvalidTimerRequest', 'Cannot create Timer.');
export const invalidSchema = problem(422, 'InvalidSchemaRequest', 'Cannot retrieve Schema.');
export const invalidEntitySet = problem(422, 'InvalidEntitySetRequest', 'Cannot retrieve EntitySet.');
export const invalidData = problem(422, 'InvalidPackageDataRequest', 'Cannot retrieve PackageData.');

export const invalidValue = (target: string, message: string): Detail => ({ code: 'InvalidValue', message, target });
export const missing = (target: string, message = `Required property ${target} is missing.`): Detail => ({
  code: 'MissingRequiredProperty',
  message,
  target,
});
export const invalidParameter = (target: string, message: string): Detail => ({
  code: 'InvalidParameter',
  message,
  target,
});
export const overQuota = (target: string, message: string): Detail => ({
  code: 'ResourceQuotaExceeded',
  message,
  target,
});
/** Of a package that is listed, but not run any more. */
export const obsolete: Detail = {
  code: 'InvalidChange',
  message: 'The package is obsolete.',
  target: 'uniqueName',
};

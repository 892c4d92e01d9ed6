import type { Exception, Verdicts } from './world-part.ts';

/*
 * What is due to a stranger, a member without the permission, one with exactly it, an owner, an administrator of the
 * organization, and a service application that nobody let in.
 */

export const everybody: Verdicts = ['passes', 'passes', 'passes', 'passes', 'passes', 'passes'];
export const members: Verdicts = [404, 'passes', 'passes', 'passes', 'passes', 404];
export const holders: Verdicts = [404, 403, 'passes', 'passes', 'passes', 404];
export const owners: Verdicts = [404, 403, 403, 'passes', 'passes', 404];
export const inCharge: Verdicts = [404, 404, 404, 'passes', 'passes', 404];
export const onlyMaker: Verdicts = [404, 404, 404, 404, 'passes', 404];
export const administrators: Verdicts = [403, 403, 403, 403, 'passes', 404];

export const inTwin = (permission: string): Exception => ({
  row: holders,
  permission,
  because: 'the query or the body names the twin, which is looked up after validation',
});
export const inModel = (permission: string): Exception => ({
  ...inTwin(permission),
  because: 'the query or the body names the model, which is looked up after validation',
});
export const ofMembers: Exception = {
  row: members,
  because: 'the query names the twin, which is looked up after validation',
};

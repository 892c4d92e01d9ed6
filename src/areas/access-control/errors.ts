import { problem } from '../../api/http/problem.ts';

/** Refusals of the Access Control API (access-control.md), with the public spelling of their codes. */
export const twinNotFound = problem(404, 'TwinNotFound', 'Requested twin is not available.');
export const roleNotFound = problem(404, 'RoleNotFound', 'Requested Role is not available.');
export const permissionNotFound = problem(404, 'PermissionNotFound', 'Requested permission is not available.');
export const memberNotFound = problem(404, 'TeamMemberNotFound', 'Requested team member is not available.');
export const invitationNotFound = problem(404, 'InvitationNotFound', 'Requested invitation is not available.');
export const groupNotFound = problem(404, 'GroupNotFound', 'Requested group is not available.');
export const directoryNotFound = problem(404, 'ImsGroupNotFound', 'Requested IMS group is not available.');
export const shareNotFound = problem(404, 'ShareNotFound', 'Requested share is not available.');
export const contractNotFound = problem(404, 'ShareContractNotFound', 'Requested share contract is not available.');
export const jobNotFound = problem(404, 'JobNotFound', 'Requested job is not available.');

export const memberExists = problem(409, 'twinMemberAlreadyExists', 'Member already exists in twin.');
export const ownerExists = problem(409, 'OwnerAlreadyExists', 'Requested user is already an twin Owner.');

const invalid = 'Request body or query is invalid.';
export const invalidRole = problem(422, 'InvalidtwinsRoleRequest', 'Cannot create/update Role.');
export const invalidMember = problem(422, 'InvalidtwinsMemberRequest', invalid);
export const invalidInvitations = problem(422, 'InvalidtwinsMemberInvitationsRequest', invalid);
export const invalidGroup = problem(422, 'InvalidtwinsGroupRequest', 'Cannot create/update group.');
export const invalidGroups = problem(422, 'InvalidtwinsGroupRequest', invalid);
export const invalidShare = problem(422, 'InvalidtwinsShareRequest', 'Cannot create share.');
export const invalidShares = problem(422, 'InvalidtwinsShareRequest', invalid);
export const invalidJob = problem(422, 'InvalidtwinsJobRequest', invalid);

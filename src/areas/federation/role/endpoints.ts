import { type Endpoint, endpoint, json } from '../../../api/http/endpoint.ts';
import { changeRoles, onPackage, readRoles } from '../access.ts';
import {
  assignmentsReply,
  createAssignments,
  replaceAssignments,
  takeAssignments,
  takeTwinRoles,
} from '../assignment/change.ts';
import {
  assignmentsNotFound,
  invalidCreateAssignments,
  invalidReadAssignments,
  invalidTwinRoles,
  invalidUpdateAssignments,
} from '../errors.ts';
import { packageInTwin } from '../params.ts';
import type { PackageRegistry } from '../registry.ts';
import {
  assignmentList,
  assignmentsBody,
  assignmentsPatch,
  describeAssignments,
  twinRolesBody,
} from '../schema/role.ts';

const path = '/federation/twins/{twinId}/packages/{uniqueName}/roles';

/** Which roles of a twin may execute a package. */
export function roleEndpoints(book: PackageRegistry): readonly Endpoint[] {
  const all = { params: packageInTwin, describe: describeAssignments, answers: { 200: json(assignmentList, 'All.') } };
  const changing = { ...all, access: onPackage(book, assignmentsNotFound, changeRoles) };
  return [
    endpoint({
      ...all,
      id: 'federation.getPackageRoleAssignments',
      method: 'GET',
      path,
      title: 'Get package role to twin project role assignments',
      description: 'Roles of the twin that have a package role, by name.',
      access: onPackage(book, assignmentsNotFound, readRoles),
      invalid: invalidReadAssignments,
      run: ({ target }, context) => assignmentsReply(target, context),
    }),
    endpoint({
      ...changing,
      id: 'federation.createPackageRoleAssignments',
      method: 'POST',
      path,
      title: 'Add package role to twin project role assignments',
      description: 'Adds pairs and keeps the others; to repeat it is harmless.',
      body: assignmentsBody,
      invalid: invalidCreateAssignments,
      run: ({ target, body }, context) =>
        createAssignments(target, body.assignments, invalidCreateAssignments, context),
    }),
    endpoint({
      ...changing,
      id: 'federation.updatePackageRoleAssignments',
      method: 'PATCH',
      path,
      title: 'Patch package role to twin project role assignments',
      description: 'Replaces the package roles of twin roles that have some; none takes all of them away.',
      body: assignmentsPatch,
      invalid: invalidUpdateAssignments,
      run: ({ target, body }, context) => replaceAssignments(target, body.assignments, context),
    }),
    endpoint({
      ...changing,
      id: 'federation.removePackageRoleAssignments',
      method: 'PUT',
      path: `${path}/remove-assignments`,
      title: 'Remove selected package role to twin project role assignments',
      body: assignmentsBody,
      invalid: invalidUpdateAssignments,
      run: ({ target, body }, context) => takeAssignments(target, body.assignments, context),
    }),
    ...(['remove-itwin-roles', 'remove-twin-roles'] as const).map((last) =>
      endpoint({
        ...changing,
        id: last === 'remove-twin-roles' ? 'federation.removeTwinRoles' : 'federation.removePackageRolesOfTwinRoles',
        method: 'PUT',
        path: `${path}/${last}`,
        title: 'Remove all package role assignments for specified twin roles',
        body: twinRolesBody,
        invalid: invalidTwinRoles,
        run: ({ target, body }, context) => takeTwinRoles(target, body.twinRoleIds, context),
      }),
    ),
  ];
}

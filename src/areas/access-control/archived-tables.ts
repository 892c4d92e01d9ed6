import {
  type ArchivedTwin,
  type AreaArchive,
  archiveKind,
  type LeftOut,
  type RecordFault,
  within,
} from '../../api/archive/kind.ts';
import { allOf, condition } from '../../kernel/db/condition.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { arrayOf, line, oneOf } from '../../kernel/schema/shapes.ts';
import { groupCreate } from './group/schema.ts';
import { unknownPermission } from './role/rules.ts';
import { roleCreate } from './role/schema.ts';
import { q } from './tables.ts';

const memberType = oneOf(['User', 'Group']);

/** Permissions of later programs and of none are refused alike. */
function unknownPermissionFault(permissions: unknown): RecordFault | undefined {
  const names = Array.isArray(permissions) ? permissions.map(String) : [];
  const at = unknownPermission(names);
  return at < 0 ? undefined : { member: `permissions[${at}]`, why: `'${names[at]}' is no permission` };
}

const ofOwnRole = within('role_id', 'access-control/role');

/** What of the tables of this area goes into the archive of a twin. */
export const accessControlArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'access-control/role',
      table: 'roles',
      order: 20,
      columns: `id=key:uuid* twin_id=twin display_name=text description=text permissions=json built_in=text?
position=order version=int`,
      note: 'Built-in roles map to those that the new twin has already; unknown permission names are refused.',
      shapes: {
        displayName: roleCreate.properties.displayName,
        description: roleCreate.properties.description,
        permissions: arrayOf(line()),
        builtIn: oneOf(['Owner', 'Administrator', 'Contributor', 'Viewer']),
      },
      check: ({ permissions, builtIn }, { note }) =>
        unknownPermissionFault(permissions) ??
        (builtIn === undefined || note(String(builtIn))
          ? undefined
          : { member: 'builtIn', why: 'is that of an earlier line' }),
    }),
    archiveKind({
      kind: 'access-control/group',
      table: 'groups',
      order: 21,
      columns: `id=key:uuid* twin_id=twin name=text name_folded=- description=text position=order version=int`,
      shapes: groupCreate.properties,
      unique: [['name']],
    }),
    archiveKind({
      kind: 'access-control/group-directory',
      table: 'group_directories',
      order: 22,
      columns: `group_id=ref:access-control/group* directory=text* place=int`,
      note: 'Restored only by an administrator with `access: all`; directory groups of the target may mean other people.',
      where: within('group_id', 'access-control/group'),
      shapes: { directory: line({ min: 1, max: 1000 }) },
    }),
    archiveKind({
      kind: 'access-control/group-user',
      table: 'group_users',
      order: 22,
      columns: `group_id=ref:access-control/group* user_id=person* place=int`,
      where: within('group_id', 'access-control/group'),
    }),
    archiveKind({
      kind: 'access-control/member',
      table: 'members',
      order: 23,
      columns: `twin_id=twin* member_type=text* member_id=member* position=order version=int`,
      note: 'member: a person, or ref?:access-control/group by member_type. Restored only as the choice `access` says.',
      shapes: { memberType },
    }),
    archiveKind({
      kind: 'access-control/role-assignment',
      table: 'role_assignments',
      order: 24,
      columns: `twin_id=twin* member_type=text* member_id=member* role_id=ref:access-control/role* place=int`,
      note: 'As member. A role of the Account (not in the archive) is left out and told.',
      where: (of) => allOf([condition`twin_id = ${of.twinId}`, ofOwnRole(of)]),
      shapes: { memberType },
    }),
  ],
  excused: {
    access_jobs: 'Work of this server; its effect is in the members.',
    invitation_roles: 'With invitations.',
    invitations: 'A promise of this server by mail; its link would lead nowhere. The report counts them.',
    shares: 'Secret. The report counts them.',
  },
  leftOut,
};

async function leftOut(db: Reader, { twinId }: ArchivedTwin): Promise<LeftOut[]> {
  const invited = q.selectFrom('invitations').select('id').where('twin_id', '=', twinId).where('withdrawn', 'is', null);
  const foreign = q
    .selectFrom('role_assignments')
    .leftJoin('roles', 'roles.id', 'role_assignments.role_id')
    .select('role_assignments.role_id')
    .where('role_assignments.twin_id', '=', twinId)
    .where(condition`roles.twin_id is null or roles.twin_id <> ${twinId}`);
  const shares = await db.all(q.selectFrom('shares').select('id').where('twin_id', '=', twinId));
  return [
    ...counted('Share', shares, 'Shares are not in the archive: their keys are secret.'),
    ...counted(
      'Invitation',
      await db.all(invited),
      'Invitations are not in the archive: their links lead to this server.',
    ),
    ...counted('OtherTwin', await db.all(foreign), 'Members have roles of the Account, which are not in the archive.'),
  ];
}

const counted = (code: LeftOut['code'], rows: readonly unknown[], message: string): LeftOut[] =>
  rows.length === 0 ? [] : [{ code, count: rows.length, message }];

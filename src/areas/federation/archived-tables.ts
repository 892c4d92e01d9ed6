import { type ArchivedTwin, type AreaArchive, archiveKind, type LeftOut, within } from '../../api/archive/kind.ts';
import { allOf, condition } from '../../kernel/db/condition.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { systemSave } from './system/schema.ts';
import { q } from './tables.ts';

const { name, systemId, systemType } = systemSave.properties;

const ofOwnRole = within('role_id', 'access-control/role');

/** What of the tables of this area goes into the archive of a twin. */
export const federationArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'federation/system',
      table: 'federation_systems',
      order: 92,
      columns: `id=key:uuid* twin_id=twin name=text system_id=text system_key=- system_type=text credentials=secret
changed=time changed_by=person version=int ended=-`,
      note: 'Restored without credentials: it answers as one whose credentials were never given, until somebody gives them. When a conversation was ended is known to its server only.',
      shapes: { name, systemId, systemType },
      unique: [['systemId']],
    }),
    archiveKind({
      kind: 'federation/assignment',
      table: 'federation_assignments',
      order: 93,
      columns: `twin_id=twin* unique_name=text* role_id=ref:access-control/role* package_role_id=text*`,
      note: 'Restored where the package is there; else told.',
      where: (of) => allOf([condition`twin_id = ${of.twinId}`, ofOwnRole(of)]),
    }),
  ],
  excused: {
    federation_tables: 'Rows of a version as a table: made when asked for.',
    federation_packages: "The operator's.",
    federation_readings: 'Pages that somebody is reading.',
    federation_runs: 'With timers.',
    federation_timers: 'Runs in the name of a person by an application of this server. The report names them.',
  },
  leftOut,
};

async function leftOut(db: Reader, { twinId }: ArchivedTwin): Promise<LeftOut[]> {
  const systems = q.selectFrom('federation_systems').select(['id', 'name']).where('twin_id', '=', twinId).orderBy('id');
  const timers = q.selectFrom('federation_timers').select(['id', 'name']).where('twin_id', '=', twinId).orderBy('id');
  return [
    ...(await db.all(systems)).map(({ id, name }) => ({
      code: 'Secret' as const,
      kind: 'federation/system',
      id,
      name,
      message: 'The credentials of the system are not in the archive.',
    })),
    ...(await db.all(timers)).map(({ id, name }) => ({
      code: 'Timer' as const,
      id,
      name,
      message: 'The timer is not in the archive: it runs in the name of a person of this server.',
    })),
  ];
}

import { type ArchivedTwin, type AreaArchive, archiveKind } from '../../api/archive/kind.ts';
import { allOf, condition } from '../../kernel/db/condition.ts';

const wantsHistory = ({ choices }: ArchivedTwin) => condition`${choices.history ? 1 : 0} = 1`;

/** What of the tables of this area goes into the archive of a twin. */
export const auditArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'audit/entry',
      table: 'audit_entries',
      order: 'history',
      columns: `id=text* position=order time=time organization_id=- user_id=- action=text outcome=text actor_id=person?
actor_client=text? actor_email=email? actor_folded=- address=text user_agent=text about_type=text
about_id=any-id about_name=text about_folded=- twin_id=twin? detail=text? correlation_id=text mode=-`,
      note: 'Those of the twin, in data/history/audit.ndjson (choice history). A restore never writes them into the log of the server: they are a file of the restore, to be read and no more.',
      where: (of) => allOf([condition`twin_id = ${of.twinId}`, wantsHistory(of)]),
    }),
  ],
  excused: {},
};

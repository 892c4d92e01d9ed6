import {
  type ArchivedTwin,
  type AreaArchive,
  archiveKind,
  type LeftOut,
  type StoredRow,
  within,
} from '../../api/archive/kind.ts';
import { allOf, condition, term } from '../../kernel/db/condition.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { nilUuid } from '../../std/ids.ts';
import {
  attachmentRules,
  commentRules,
  counterRules,
  definitionRules,
  formRules,
  imageRules,
  layoutRules,
  listGroupRules,
  workflowRules,
} from './archived-rules.ts';
import { q } from './tables.ts';

const ofForm = within('form_id', 'forms/form');
const ofDefinition = within('definition_id', 'forms/definition');

const kept = ({ twinId, choices }: ArchivedTwin) =>
  choices.recycleBin ? condition`twin_id = ${twinId}` : condition`twin_id = ${twinId} and deleted is null`;

const ownDefinitions = ({ twinId }: ArchivedTwin) =>
  q.selectFrom('form_definitions').select('id').where('twin_id', '=', twinId);

/** The twin's own, and those of other twins that its forms were made with. */
const usedDefinitions = (of: ArchivedTwin) =>
  condition`twin_id = ${of.twinId} or id in ${q.selectFrom('forms').select('definition_id').where(kept(of))}`;

const ofOwn = (of: ArchivedTwin) => condition`definition_id in ${ownDefinitions(of)}`;

const borrowed = ({ twin_id }: StoredRow, twinId: string): StoredRow =>
  twin_id === twinId ? {} : { borrowed: true, twinId: twin_id };

/** People of another twin are nobody's business here. */
const withoutStrangers = ({ twin_id }: StoredRow, { twinId }: ArchivedTwin): StoredRow =>
  twin_id === twinId ? {} : { created_by: nilUuid, modified_by: nilUuid };

/** Layouts with the twin of their definition. */
const layoutsWithTwin = (of: ArchivedTwin) =>
  q
    .selectFrom('form_layouts as layout')
    .innerJoin('form_definitions as definition', 'definition.id', 'layout.definition_id')
    .selectAll('layout')
    .select('definition.twin_id')
    .where(condition`layout.definition_id in ${of.idsOf('forms/definition')}`)
    .orderBy('layout.definition_id')
    .orderBy(term`cast(layout.version as text)`);

/** What of the tables of this area goes into the archive of a twin. */
export const formsArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'forms/list-group',
      table: 'form_list_groups',
      order: 65,
      columns: `id=key:uuid* twin_id=twin created=time created_by=person modified=time modified_by=person revision=int
name=text name_folded=- lists=json tree=json`,
      ...listGroupRules,
    }),
    archiveKind({
      kind: 'forms/workflow',
      table: 'form_workflows',
      order: 65,
      columns: `id=key:item* uid=guid:self twin_id=twin created=time created_by=person modified=time modified_by=person
revision=int type=text discipline=text workflow=json+ids`,
      note: 'Roles in it map to roles of the twin.',
      ...workflowRules,
    }),
    archiveKind({
      kind: 'forms/definition',
      table: 'form_definitions',
      order: 66,
      columns: `id=key:item* uid=guid:self twin_id=twin created=time created_by=person modified=time modified_by=person
revision=int name=text name_folded=- type=text discipline=text status=text share_type=text? prefix=text?
error_status=text version=int source_id=any-id?`,
      note: "Also the definitions of other twins that forms of this one were made with: member borrowed true, twinId theirs. A restore uses the original where it exists on the server and the restorer may share it (importAction Share; the new twin gets a share), else makes it this twin's own with a new id, in mode same, too.",
      where: usedDefinitions,
      change: withoutStrangers,
      extra: borrowed,
      ...definitionRules,
    }),
    archiveKind({
      kind: 'forms/share',
      table: 'form_definition_shares',
      order: 67,
      columns: `definition_id=ref:forms/definition* twin_id=other-twin* created=time`,
      note: 'As reality-data/association, with Forms rights.',
      where: (of) => allOf([ofDefinition(of), ofOwn(of)]),
    }),
    archiveKind({
      kind: 'forms/image',
      table: 'form_images',
      order: 67,
      columns: `definition_id=ref:forms/definition* file_id=int* blob_id=blob type=text`,
      where: ofDefinition,
      ...imageRules,
    }),
    archiveKind({
      kind: 'forms/layout',
      table: 'form_layouts',
      order: 67,
      columns: `definition_id=ref:forms/definition* version=int* definition=json+ids created=time created_by=person`,
      note: 'All versions.',
      where: ofDefinition,
      rows: layoutsWithTwin,
      change: withoutStrangers,
      ...layoutRules,
    }),
    archiveKind({
      kind: 'forms/form',
      table: 'forms',
      order: 68,
      columns: `id=key:item* uid=guid:self twin_id=twin created=time created_by=person modified=time modified_by=person
revision=int definition_id=ref:forms/definition layout_version=int type=text discipline=text number=text
subject=text? description=text? due=time? status=text? state=text assignee=json+people?
assignees=json+people? origin=json+ids properties=json+ids search=- calculation_faults=json?
deleted=time? due_told=-`,
      note: 'With deleted ones (recycleBin). Sign-offs and persons in properties map as people. due_told: nobody is told again of what was due before the restore. calculation_faults goes with the values that were calculated.',
      where: kept,
      ...formRules,
    }),
    archiveKind({
      kind: 'forms/attachment',
      table: 'form_attachments',
      order: 69,
      columns: `id=key:item* uid=guid:self twin_id=twin created=time created_by=person form_id=ref:forms/form
position=order name=text caption=text? binding=text? blob_id=blob? size=int sha256=text? copies=-`,
      note: 'Only with their file. Small and large pictures are derived.',
      where: (of) => allOf([ofForm(of), condition`blob_id is not null`]),
      ...attachmentRules,
    }),
    archiveKind({
      kind: 'forms/audit',
      table: 'form_audit',
      order: 69,
      columns: `id=key:item* twin_id=twin created=time created_by=person form_id=ref:forms/form position=order
action=text changes=json+ids`,
      note: 'Never written to by a restore; the restore adds no entry to it.',
      where: ofForm,
    }),
    archiveKind({
      kind: 'forms/bcf',
      table: 'form_bcf',
      order: 69,
      columns: `form_id=ref:forms/form* data=json+ids+blobs`,
      note: 'GUIDs of topics stay in a copy: other programs know them.',
      where: ofForm,
      contents: ['files.*.blobId'],
    }),
    archiveKind({
      kind: 'forms/comment',
      table: 'form_comments',
      order: 69,
      columns: `id=key:item* uid=guid:self twin_id=twin created=time created_by=person form_id=ref:forms/form
position=order text=text note_from=text? note_to=text?`,
      where: ofForm,
      ...commentRules,
    }),
    archiveKind({
      kind: 'forms/counter',
      table: 'form_counters',
      order: 69,
      columns: `twin_id=twin* prefix_folded=text* last=int`,
      ...counterRules,
    }),
  ],
  excused: {
    form_assignees: 'Index over assignee and assignees.',
    form_elements: 'Index over origin.',
  },
  leftOut,
};

async function leftOut(db: Reader, of: ArchivedTwin): Promise<LeftOut[]> {
  const waiting = q.selectFrom('form_attachments').select('id').where(ofForm(of)).where('blob_id', 'is', null);
  const offered = q
    .selectFrom('form_definition_shares as share')
    .innerJoin('form_definitions as definition', 'definition.id', 'share.definition_id')
    .select(['definition.id', 'definition.name'])
    .where('share.twin_id', '=', of.twinId)
    .where(condition`definition.id not in ${of.idsOf('forms/definition')}`)
    .orderBy('definition.id');
  const pending = (await db.all(waiting)).length;
  return [
    ...(await db.all(offered)).map(({ id, name }) => ({
      code: 'OtherTwin' as const,
      kind: 'forms/definition',
      id,
      name,
      message: 'The definition belongs to another twin, and no form was made with it.',
    })),
    ...(pending === 0
      ? []
      : [
          {
            code: 'PendingUpload' as const,
            kind: 'forms/attachment',
            count: pending,
            message: 'Attachments were not uploaded yet.',
          },
        ]),
  ];
}

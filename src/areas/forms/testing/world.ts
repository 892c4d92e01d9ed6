import { randomInt, randomUUID } from 'node:crypto';
import { requireSuccess } from '../../../../test/support/platform.ts';
import { holders } from '../../../../test/support/verdicts.ts';
import type { World } from '../../../../test/support/world.ts';
import type { Exception, Making, WorldPart } from '../../../../test/support/world-part.ts';
import { smallPicture, unique } from '../../../../test/support/world-things.ts';
import { viewPermissions } from '../access.ts';
import { letters } from './workbook.ts';

type Ids = Pick<Making, 'idOf'>;

const located = (m: Making, operation: string, body: object) =>
  m.p
    .call(m.society.administrator, operation, { body })
    .then(({ headers }) => headers.get('location')?.split('/').at(-1) ?? '');

const imported = async (m: Making, twin: string) => {
  const body = { templateName: 'Issue', destinationTwinId: await m.idOf(twin) };
  return (await m.make('POST /forms/templates/import', body)).formDefinition.id;
};

const things: Required<WorldPart>['things'] = {
  formDefinition: (m) => imported(m, 'twin'),
  form: async (m) => (await m.make('POST /forms/', { formId: await m.idOf('formDefinition') })).formData.id,
  formComment: async (m) => located(m, `POST /forms/${await m.idOf('form')}/comments`, { text: 'A comment' }),
  async formAttachment(m) {
    const attachments = `/forms/${await m.idOf('form')}/attachments`;
    const id = await located(m, `POST ${attachments}`, { fileName: 'notes.txt' });
    await m.make(`PUT ${attachments}/${id}`, 'some notes');
    return id;
  },
  async listGroup(m) {
    const id = randomUUID();
    const headers = { 'Content-Type': 'application/octet-stream' };
    const path = `/forms/twins/${await m.idOf('twin')}/list-groups/${id}`;
    await m.p.call(m.society.administrator, `PUT ${path}`, { body: letters, headers });
    return id;
  },
  async formType(m) {
    const type = `Issue-${randomUUID()}`;
    const body = { templateName: 'Issue', destinationTwinId: await m.idOf('twin'), type };
    await m.make('POST /forms/templates/import', body);
    return type;
  },
  async staticImage(m) {
    const fileId = String(randomInt(100_000_000, 1_000_000_000));
    const image = `/forms/form-definitions/${await m.idOf('formDefinition')}/static-images/${fileId}`;
    const options = { body: await smallPicture(), headers: { 'Content-Type': 'image/png' } };
    requireSuccess(await m.p.call(m.society.administrator, `PUT ${image}`, options));
    return fileId;
  },
};

/** The same for the operations of both versions. */
const both = <T>(table: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, value]) => [
      [`forms.${name}`, value],
      [`formsV1.${name}`, value],
    ]),
  );

const bodies: Required<WorldPart>['bodies'] = {
  createFormData: async ({ idOf }) => ({ formId: await idOf('formDefinition'), subject: unique('Door') }),
  updateFormData: () => ({ description: unique('Wrong') }),
  createComment: () => ({ text: unique('Comment') }),
  createAttachment: () => ({ fileName: `${unique('Photo')}.png` }),
  uploadAttachmentFile: () => 'other notes',
  updateFormDefinition: () => ({ displayName: unique('Issue') }),
  importFormDefinition: async ({ idOf }) => ({
    sourceFormDefinitionId: await idOf('formDefinition'),
    destinationTwinId: await idOf('twin'),
  }),
  importTemplate: async ({ idOf }) => ({ templateName: 'Inspection', destinationTwinId: await idOf('twin') }),
  uploadListGroup: () => letters,
};

const ofTwin = async ({ idOf }: Ids) => `?twinId=${await idOf('twin')}`;
const ofForm = async ({ idOf }: World) => `?ids=${await idOf('form')}`;

const view: Exception = {
  row: [404, 404, 'passes', 'passes', 'passes', 404],
  because: 'what the path names by its own id is 404 for who may not view it (forms.md section 1)',
};
const inTwin = (permission: string, ...or: readonly string[]): Exception => ({
  row: holders,
  permission,
  or,
  because: 'the query or the body names the twin, which is looked up after validation',
});
const [viewing = '', ...othersView] = viewPermissions;
const listed = inTwin(viewing, ...othersView);
const exported: Exception = {
  row: [404, 403, 404, 'passes', 'passes', 404],
  permission: 'storage_write',
  because: 'it needs a permission for forms, too, without which there is no form (forms.md section 5.4)',
};

export const world: WorldPart = {
  things,
  thingOf(path, parameter) {
    if (!path.startsWith('/forms/')) return undefined;
    if (parameter === 'id' && path.startsWith('/forms/twins/')) return 'listGroup';
    if (parameter === 'id' && /form-definitions|formDefinitions/.test(path)) return 'formDefinition';
    return {
      id: 'form',
      commentId: 'formComment',
      attachmentId: 'formAttachment',
      listGroupId: 'listGroup',
      fileId: 'staticImage',
      type: 'formType',
    }[parameter];
  },
  bodies: {
    ...both(bodies),
    'forms.createFormDefinition': async ({ idOf }) => ({
      twinId: await idOf('twin'),
      displayName: unique('Survey'),
      type: 'Survey',
      definition: { Form: { Controls: [] } },
    }),
    'forms.importBcf': () => 'no archive',
    'forms.changeForms': async ({ idOf }) => ({ operations: [{ op: 'update', id: await idOf('form'), body: {} }] }),
    'forms.replaceLayout': () => ({ definition: { Form: { Controls: [], Width: randomInt(1000) } } }),
    'forms.replaceStaticImage': () => smallPicture(),
    'forms.replaceWorkflow': () => ({
      startStates: ['Open'],
      states: [{ name: 'Open', color: null, editableProperties: [], stateCategory: 'Open' }],
      transitions: [],
    }),
  },
  queries: {
    'forms.getTable': ofTwin,
    'forms.exportBcf': ofTwin,
    'forms.importBcf': async ({ idOf }) =>
      `?twinId=${await idOf('twin')}&formDefinitionId=${await idOf('formDefinition')}`,
    'forms.replaceWorkflow': ofTwin,
    'forms.deleteWorkflow': ofTwin,
    ...both({
      getTwinFormData: ofTwin,
      getTwinFormDefinitions: ofTwin,
      getWorkflow: ofTwin,
      exportToStorage: ofForm,
      exportPdfToStorage: ofForm,
    }),
  },
  exceptions: {
    'forms.createFormDefinition': inTwin('Forms_FullAccess'),
    'forms.getLayoutVersions': view,
    'forms.getTable': listed,
    'forms.exportBcf': listed,
    'forms.importBcf': inTwin('Forms_CreateAccess', 'Forms_FullAccess'),
    'forms.getDefinitionOfFormData': view,
    'forms.getAttachmentThumbnail': view,
    'forms.getFormThumbnail': view,
    'forms.replaceWorkflow': inTwin('Forms_FullAccess'),
    'forms.deleteWorkflow': inTwin('Forms_FullAccess'),
    ...both({
      getFormData: view,
      getAuditTrail: view,
      getComments: view,
      getAttachments: view,
      getAttachmentFile: view,
      downloadForm: view,
      getFormDefinition: view,
      getListGroup: view,
      getStaticImage: view,
      getTwinFormData: listed,
      getTwinFormDefinitions: listed,
      getWorkflow: listed,
      createFormData: inTwin('Forms_CreateAccess', 'Forms_FullAccess'),
      importFormDefinition: inTwin('Forms_FullAccess'),
      importTemplate: inTwin('Forms_FullAccess'),
      exportToStorage: exported,
      exportPdfToStorage: exported,
    }),
  },
  stated: {
    // names that everybody may give: what was put by one is there for the other
    'forms.replaceStaticImage': { 'ids in own twin': 201 },
    'formsV1.getStaticImage': { 'ids in own twin': 200 },
    'forms.replaceWorkflow': { 'ids in own twin': 200 },
    // each operation has a status of its own: 404 for the form of another twin
    'forms.changeForms': { all: 200 },
  },
  cannotSucceed: {
    'forms.replaceLayout': 409, // it is approved
    ...both({ deleteFormDefinition: 409 }), // there are forms of it
  },
};

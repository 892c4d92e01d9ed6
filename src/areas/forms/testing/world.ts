import { randomUUID } from 'node:crypto';
import type { World } from '../../../../test/support/world.ts';
import type { Exception, Making, Verdicts, WorldPart } from '../../../../test/support/world-part.ts';
import { unique } from '../../../../test/support/world-things.ts';
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
  freeFormDefinition: (m) => imported(m, 'twin'),
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
  formType: async (m) => {
    await m.idOf('formDefinition');
    return 'Issue';
  },
  staticImage: async () => '1',
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

const hidden = (permission: string, row: Verdicts): Exception => ({
  permission,
  row,
  because: 'what the path names by its own id is 404 for who may not view it (forms.md section 1)',
});
const view = hidden('Forms_ViewAccess', [404, 404, 'passes', 'passes', 'passes', 404]);
const inTwin = (permission: string): Exception => ({
  row: [404, 403, 'passes', 'passes', 'passes', 404],
  permission,
  because: 'the query or the body names the twin, which is looked up after validation',
});

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
  bodies: both(bodies),
  queries: both({
    getTwinFormData: ofTwin,
    getTwinFormDefinitions: ofTwin,
    getWorkflow: ofTwin,
    exportToStorage: ofForm,
    exportPdfToStorage: ofForm,
  }),
  exceptions: both({
    getFormData: view,
    getAuditTrail: view,
    getComments: view,
    getAttachments: view,
    getAttachmentFile: view,
    downloadForm: view,
    getFormDefinition: view,
    getListGroup: view,
    getStaticImage: view,
    getTwinFormData: inTwin('Forms_ViewAccess'),
    getTwinFormDefinitions: inTwin('Forms_ViewAccess'),
    getWorkflow: inTwin('Forms_ViewAccess'),
    createFormData: inTwin('Forms_CreateAccess'),
    importFormDefinition: inTwin('Forms_FullAccess'),
    importTemplate: inTwin('Forms_FullAccess'),
    exportToStorage: inTwin('storage_write'),
    exportPdfToStorage: inTwin('storage_write'),
  }),
  cannotSucceed: both({
    getStaticImage: 404, // its definition has none
    deleteFormDefinition: 409, // there are forms of it
  }),
};

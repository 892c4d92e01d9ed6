import { problem } from '../../api/http/problem.ts';

/** Refusals of the Forms API (forms.md section 1). */
export const formNotFound = problem(404, 'FormDataNotFound', 'Requested form data is not available.', 'id');
export const definitionNotFound = problem(404, 'FormDefNotFound', 'Requested form definition is not available.', 'id');
export const twinNotFound = problem(404, 'RepositoryNotFound', 'Requested repository is not available.', 'twinId');
export const workflowNotFound = problem(404, 'WorkflowNotFound', 'Requested workflow is not available.', 'type');
export const commentNotFound = problem(404, 'CommentNotFound', 'Requested comment is not available.', 'commentId');
export const attachmentNotFound = problem(
  404,
  'AttachmentNotFound',
  'Requested attachment is not available.',
  'attachmentId',
);
export const fileNotFound = problem(404, 'FileNotFound', 'Requested file is not available.', 'attachmentId');
export const listGroupNotFound = problem(
  404,
  'ListGroupNotFound',
  'Requested list group is not available.',
  'listGroupId',
);
export const imageNotFound = problem(404, 'ImageNotFound', 'Requested image is not available.', 'fileId');
export const templateNotFound = problem(
  404,
  'TemplateNotFound',
  'Requested template is not available.',
  'templateName',
);
export const folderNotFound = problem(404, 'FolderNotFound', 'Requested folder is not available.', 'folderId');
export const definitionInUse = problem(
  409,
  'FormDefinitionInUse',
  'The form definition has form data and cannot be deleted.',
  'id',
);

export const invalidList = problem(422, 'InvalidFormsRequest', 'Cannot get forms.');
const invalidForm = (message: string) => problem(422, 'InvalidFormDataRequest', message);
export const invalidCreateForm = invalidForm('Cannot create form data.');
export const invalidUpdateForm = invalidForm('Cannot update form data.');
export const invalidComment = problem(422, 'InvalidCommentRequest', 'Cannot create comment.');
export const invalidAttachment = problem(422, 'InvalidAttachmentRequest', 'Cannot create attachment.');
export const invalidListGroup = problem(422, 'InvalidListGroupRequest', 'Cannot upload list group.');
const invalidDefinition = (message: string) => problem(422, 'InvalidFormDefinitionRequest', message);
export const invalidCreateDefinition = invalidDefinition('Cannot create form definition.');
export const invalidUpdateDefinition = invalidDefinition('Cannot update form definition.');
export const invalidDeleteDefinition = invalidDefinition('Cannot delete form definition.');
export const invalidImportDefinition = invalidDefinition('Cannot import form definition.');
export const invalidImportTemplate = invalidDefinition('Cannot import template.');
export const invalidImage = invalidDefinition('Cannot upload static image.');
export const definitionNotEditable = problem(
  409,
  'FormDefinitionNotEditable',
  'The layout can be changed while the form definition is a Draft or in Maintenance only.',
  'id',
);
export const invalidWorkflow = problem(422, 'InvalidWorkflowRequest', 'Cannot replace workflow.');

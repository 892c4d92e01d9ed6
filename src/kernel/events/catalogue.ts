import { type Static, type TProperties, Type } from 'typebox';
import { boolean, integer, nullable, output, uuid } from '../schema/shapes.ts';
import { addTextFormat } from '../schema/validator.ts';

/*
 * Every event the platform raises, with the shape of its content (events.md section 4). `RaiseEvent` checks the
 * content of a call against this table at compile time.
 */

const text = Type.String();
const actor = uuid('The user who did it; the nil UUID for the system.');

const twin = {
  eventCreatedBy: actor,
  accountOwnerId: uuid(),
  accountOwnerType: text,
  twinClass: text,
  twinSubClass: text,
};
const member = { memberId: uuid(), eventCreatedBy: actor, memberType: text };
const memberRole = { ...member, roleId: nullable(uuid()), roleName: nullable(text) };
const form = { formId: uuid(), discipline: text, sourceEntityId: nullable(text) };
const attachment = { attachmentId: text, formId: uuid(), discipline: text };
const comment = { commentId: text, formId: uuid(), discipline: text };
const formFile = { fileId: text, formId: uuid(), discipline: text };
const job = { jobId: text };
const storedFile = { fileId: text, folderId: text, name: text, eventCreatedBy: actor };
const version = { modelId: uuid(), changesetId: text };

const event = <P extends TProperties>(raised: string, properties: P) => ({ raised, content: output(properties) });

export const eventCatalogue = {
  'twins.twinCreated.v1': event('A twin was created.', { ...twin, parentId: uuid() }),
  'twins.twinUpdated.v1': event('At least one property of a twin changed.', {
    ...twin,
    twinAccountId: uuid(),
    parentId: nullable(uuid()),
  }),
  'twins.twinDeleted.v1': event('A twin was deleted.', { ...twin, parentId: uuid() }),
  'accessControl.memberAdded.v1': event('A user, group or owner became a member.', memberRole),
  'accessControl.memberRemoved.v1': event('A membership ended.', member),
  'accessControl.roleAssigned.v1': event('An existing member got a role.', memberRole),
  'accessControl.roleUnassigned.v1': event('An existing member lost a role.', memberRole),
  'accessControl.invitationCreated.v1': event('An invitation was sent.', { invitationId: uuid() }),
  'forms.formCreated.v1': event('Form data was created.', form),
  'forms.formUpdated.v1': event('Form data changed, workflow steps included.', form),
  'forms.formDeleted.v1': event('Form data was deleted.', form),
  'forms.attachmentAttached.v1': event('An attachment was added and its file uploaded.', attachment),
  'forms.attachmentUnattached.v1': event('An attachment was deleted.', attachment),
  'forms.commentCreated.v1': event('A comment was added.', comment),
  'forms.commentDeleted.v1': event('A comment was deleted.', comment),
  'forms.externalFileLinked.v1': event('A link to an external file was made.', formFile),
  'forms.externalFileUnlinked.v1': event('A link to an external file was removed.', formFile),
  'forms.metadataDeleted.v1': event('A form definition was deleted.', { metadataId: text, discipline: text }),
  'realityModeling.jobCompleted.v1': event('A capture job reached a terminal state.', job),
  'realityAnalysis.jobCompleted.v1': event('An analysis job reached a terminal state.', job),
  'realityConversion.jobCompleted.v1': event('A conversion job reached a terminal state.', job),
  'changedElements.jobCompleted.v1': event('A comparison job ended.', {
    ...job,
    modelId: uuid(),
    jobSucceeded: boolean(),
  }),
  'storage.fileCreated.v1': event('A file got its first content.', storedFile),
  'storage.fileUpdated.v1': event('A file got new content, another name or another place, or came back.', storedFile),
  'storage.fileDeleted.v1': event(
    'A file, or a folder with all that is in it, went into the recycle bin or out of it for good.',
    storedFile,
  ),
  'models.changesReady.v1': event('A version of a model was imported.', { ...version, changesetIndex: integer() }),
  'models.importFailed.v1': event('The import of a version of a model failed.', { ...version, reason: text }),
  'export.jobCompleted.v1': event('A mesh export ended.', {
    exportId: uuid(),
    ...version,
    exportType: text,
    exportSucceeded: boolean(),
  }),
  'archives.exportCompleted.v1': event('An export of a twin ended.', {
    exportId: uuid(),
    format: text,
    exportSucceeded: boolean(),
  }),
  'webhooks.test.v1': event('A webhook was tested; it need not be subscribed.', { message: text }),
} as const;

export type EventType = keyof typeof eventCatalogue;

export type EventContent<T extends EventType> = Static<(typeof eventCatalogue)[T]['content']>;

/** Names of the public catalogue that are never raised here, but accepted so that existing subscribers can be made. */
export const foreignEventTypes: readonly string[] = [
  'models.modelCreated.v1',
  'models.modelDeleted.v1',
  'models.namedVersionCreated.v1',
  'synchronization.jobCompleted.v1',
  'transformations.jobCompleted.v1',
  'realityModeling.jobCompleted.v2',
  'issues.attachmentAttached.v1',
  'issues.attachmentUnattached.v1',
  'issues.commentCreated.v1',
  'issues.issueCreated.v1',
  'issues.issueDeleted.v1',
  'issues.issueUpdated.v1',
  'issues.externalFileLinked.v1',
  'issues.externalFileUnlinked.v1',
  'issues.metadataDeleted.v1',
];

/** The name of a type of events, in a shape: a table of names may write it in other words. */
export const eventTypeName = (options: { readonly examples?: string[] } = {}) =>
  Type.String({ format: 'event-type', ...options });
addTextFormat('event-type', () => true); // which types there are is said by more than a form

/** True for the names that a webhook may subscribe to, in exact case. */
export const isSubscribable = (name: string): boolean =>
  Object.hasOwn(eventCatalogue, name) || foreignEventTypes.includes(name);

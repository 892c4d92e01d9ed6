import { answerOf, platform, requestOf, taggedAnswerOf } from '../../platform/client.ts';
import type { Version } from '../../ui/forms/types.ts';

const api = platform.forms;

export interface NewDefinition {
  readonly twinId: string;
  readonly displayName: string;
  readonly type: string;
  readonly idPrefix: string | null;
}

/** Controls that nearly every kind of form begins with. */
const firstLayout = {
  Form: {
    Controls: [
      { TextBox: { Binding: '_Subject', DisplayLabel: 'Subject', Type: 'TextBox', IsSingleLine: true } },
      { TextBox: { Binding: '_Description', DisplayLabel: 'Description', Type: 'TextBox' } },
      { UserPicker: { Binding: '_Assignees', DisplayLabel: 'Assigned to', Type: 'UserPicker', RolesAllowed: true } },
    ],
    StyleGroups: [],
    DataBindings: [],
  },
};

export async function createDefinition(given: NewDefinition) {
  const body = { ...given, definition: JSON.stringify(firstLayout) };
  return (await answerOf(api.POST('/forms/form-definitions', { body }))).formDefinition;
}

/** Stores a layout. Errors: 412, where somebody else has changed the definition meanwhile. */
export async function saveLayout(id: string, etag: string, definition: string): Promise<Version<string>> {
  const init = { params: { path: { id } }, headers: { 'If-Match': etag }, body: { definition } };
  const stored = await taggedAnswerOf(api.PUT('/forms/form-definitions/{id}/definition', init));
  return { value: stored.answer.formDefinition.definition, etag: stored.etag };
}

export async function describeDefinition(
  id: string,
  body: { displayName?: string; status?: 'Draft' | 'Approved' | 'Maintenance' | 'Archived'; idPrefix?: string | null },
): Promise<void> {
  await answerOf(api.PATCH('/forms/form-definitions/{id}', { params: { path: { id } }, body }));
}

export async function removeDefinition(id: string): Promise<void> {
  await answerOf(api.DELETE('/forms/form-definitions/{id}', { params: { path: { id } } }));
}

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Stores the lists of a workbook: new ones, or in the place of a version. Errors: 412, where somebody else was faster. */
export async function putListGroup(
  twinId: string,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
  file: File,
): Promise<void> {
  const name = encodeURIComponent(file.name);
  const headers = {
    'Content-Type': workbook,
    'Content-Disposition': `attachment; filename*=UTF-8''${name}`,
    ...(version !== undefined && { 'If-Match': `W/"${version}"` }),
  };
  await requestOf(`/forms/twins/${twinId}/list-groups/${id}`, { method: 'PUT', body: file, headers });
}

export async function putStaticImage(id: string, fileId: number, file: File): Promise<void> {
  const headers = { 'Content-Type': file.type };
  await requestOf(`/forms/form-definitions/${id}/static-images/${fileId}`, { method: 'PUT', body: file, headers });
}

import { queryOptions } from '@tanstack/react-query';
import { answerOf, platform, taggedAnswerOf } from '../platform/client.ts';
import type { AuditEntry, Comment } from '../ui/forms/types.ts';

const api = platform.forms;
const wholly = { Prefer: 'return=representation' } as const;

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

/** Every page of a list whose next page is named by a link. */
async function everyPage<T>(
  page: (paging: { $top: number; continuationToken?: string }) => Promise<Page<T>>,
): Promise<T[]> {
  const all: T[] = [];
  let next: string | undefined;
  do {
    const token: string | null = next === undefined ? null : new URL(next).searchParams.get('continuationToken');
    const { items, next: href } = await page({ $top: 50, ...(token ? { continuationToken: token } : {}) });
    all.push(...items);
    next = href;
  } while (next !== undefined && all.length < 10_000);
  return all;
}

export const commentsQuery = (formId: string) =>
  queryOptions({
    queryKey: ['form', formId, 'comments'],
    queryFn: () =>
      everyPage<Comment>(async (query) => {
        const call = api.GET('/forms/{id}/comments', { params: { path: { id: formId }, query } });
        const { comments, _links } = await answerOf(call);
        return { items: comments, next: _links?.next?.href };
      }),
  });

export async function addComment(formId: string, text: string): Promise<void> {
  await answerOf(api.POST('/forms/{id}/comments', { params: { path: { id: formId } }, body: { text } }));
}

export async function removeComment(formId: string, commentId: string): Promise<void> {
  const params = { path: { id: formId, commentId } };
  await answerOf(api.DELETE('/forms/{id}/comments/{commentId}', { params }));
}

export const auditQuery = (formId: string) =>
  queryOptions({
    queryKey: ['form', formId, 'audit'],
    queryFn: () =>
      everyPage<AuditEntry>(async (query) => {
        const call = api.GET('/forms/{id}/audit-trail-entries', { params: { path: { id: formId }, query } });
        const { auditTrailEntries, _links } = await answerOf(call);
        return { items: auditTrailEntries, next: _links?.next?.href };
      }),
  });

export const listGroupQuery = (id: string, listGroupId: string) =>
  queryOptions({
    queryKey: ['list group', id, listGroupId],
    staleTime: 60_000,
    async queryFn() {
      const params = { path: { id, listGroupId } };
      const call = api.GET('/forms/form-definitions/{id}/list-groups/{listGroupId}', { params });
      return (await answerOf(call)).listGroup;
    },
  });

/** The list groups of a twin with their options. */
export const listGroupsQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['list groups', twinId],
    queryFn: () =>
      everyPage(async (query) => {
        const params = { path: { twinId }, query, header: wholly };
        const { listGroups, _links } = await answerOf(api.GET('/forms/twins/{twinId}/list-groups', { params }));
        return { items: listGroups, next: _links?.next?.href };
      }),
  });

/** Address of a picture of a layout; it works for an hour. */
export const staticImageQuery = (id: string, fileId: string) =>
  queryOptions({
    queryKey: ['static image', id, fileId],
    staleTime: 50 * 60_000,
    async queryFn() {
      const params = { path: { id, fileId } };
      const call = api.GET('/forms/form-definitions/{id}/static-images/{fileId}', { params });
      return (await answerOf(call))._links.imageUrl.href;
    },
  });

export const definitionQuery = (id: string) =>
  queryOptions({
    queryKey: ['definition', id],
    async queryFn() {
      const call = api.GET('/forms/form-definitions/{id}', { params: { path: { id } } });
      const { answer, etag } = await taggedAnswerOf(call);
      return { definition: answer.formDefinition, etag };
    },
  });

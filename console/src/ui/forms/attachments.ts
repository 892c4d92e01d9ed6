import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform, requestOf } from '../../platform/client.ts';
import { Problem } from '../../platform/problem.ts';
import { token } from '../../platform/session.ts';

export type Attachment = Schemas['forms']['FormAttachment'];

const api = platform.forms;
export const mostBytes = 31_457_280;

export const attachmentsQuery = (formId: string) =>
  queryOptions({
    queryKey: ['form', formId, 'attachments'],
    async queryFn() {
      const all: Attachment[] = [];
      let next: string | undefined;
      do {
        const query = { $top: 50, ...(next ? { continuationToken: next } : {}) };
        const call = api.GET('/forms/{id}/attachments', { params: { path: { id: formId }, query } });
        const { attachments, _links } = await answerOf(call);
        all.push(...attachments);
        const href = _links?.next?.href;
        next = href ? (new URL(href).searchParams.get('continuationToken') ?? undefined) : undefined;
      } while (next !== undefined);
      return all;
    },
  });

export const isPicture = ({ type }: Pick<Attachment, 'type'>): boolean => /^(png|jpe?g|gif|webp)$/i.test(type);

/** The file of an attachment as an address within this page. A replaced file has another size, mostly. */
export const attachmentFileQuery = (formId: string, { id, size }: Pick<Attachment, 'id' | 'size'>) =>
  queryOptions({
    queryKey: ['form', formId, 'attachment', id, size],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => loadAttachment(formId, id),
  });

/** A small copy of a picture; null for what is none. */
export const attachmentThumbnailQuery = (formId: string, { id, size }: Pick<Attachment, 'id' | 'size'>) =>
  queryOptions({
    queryKey: ['form', formId, 'attachment', id, size, 'thumbnail'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => pictureAt(`/forms/${formId}/attachments/${id}/thumbnail`),
  });

/** A small copy of the first photo of a form; null where it has none. */
export const formThumbnailQuery = (formId: string) =>
  queryOptions({
    queryKey: ['form', formId, 'thumbnail'],
    staleTime: 5 * 60_000,
    queryFn: () => pictureAt(`/forms/${formId}/thumbnail`),
  });

async function pictureAt(path: string): Promise<Blob | null> {
  const answer = await requestOf(path);
  return answer.status === 204 ? null : answer.blob();
}

export const loadAttachment = async (formId: string, id: string): Promise<Blob> =>
  (await requestOf(`/forms/${formId}/attachments/${id}`)).blob();

/**
 * Attaches a file and answers its id; `binding` is the property whose pictures it belongs to. One that does not arrive
 * leaves no trace.
 */
export async function attach(
  formId: string,
  file: File,
  binding: string | null,
  onSent: (share: number) => void = () => {},
): Promise<string> {
  if (file.size > mostBytes) throw new Error(`${file.name} is larger than 30 MB, the most that can be attached.`);
  const body = { fileName: file.name, ...(binding === null ? {} : { binding }) };
  const call = api.POST('/forms/{id}/attachments', { params: { path: { id: formId } }, body });
  await answerOf(call);
  const location = (await call).response.headers.get('location') ?? '';
  const id = location.split('/').at(-1) ?? '';
  try {
    await send(location, file, onSent);
  } catch (error) {
    await removeAttachment(formId, id).catch(() => undefined);
    throw error;
  }
  return id;
}

/** Sends the file with the browser's older kind of request: only that tells how much has left. */
const send = (location: string, file: File, onSent: (share: number) => void): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', location);
    request.setRequestHeader('Authorization', `Bearer ${token()}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new Problem(0, { code: 'Unreachable', message: `${file.name} did not arrive.` }));
    request.onload = () => (request.status < 300 ? resolve() : reject(refusal(request, file.name)));
    request.send(file);
  });

const refusal = (request: XMLHttpRequest, name: string): Problem =>
  new Problem(request.status, { code: String(request.status), message: `${name} was not taken.` });

export async function removeAttachment(formId: string, attachmentId: string): Promise<void> {
  const params = { path: { id: formId, attachmentId } };
  await answerOf(api.DELETE('/forms/{id}/attachments/{attachmentId}', { params }));
}

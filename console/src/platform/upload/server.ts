import { answerOf, platform, requestOf } from '../client.ts';
import type { StoredFile } from '../files.ts';

/** Where an upload goes. */
export interface Address {
  readonly fileId: string;
  readonly uploadUrl: string;
}

const addressOf = ({
  _links,
}: {
  readonly _links: { completeUrl: { href: string }; uploadUrl: { href: string } };
}): Address => ({
  fileId: _links.completeUrl.href.split('/').at(-2) ?? '',
  uploadUrl: _links.uploadUrl.href,
});

/** Begins the upload of a new file. */
export const createFile = async (folderId: string, displayName: string): Promise<Address> =>
  addressOf(
    await answerOf(
      platform.storage.POST('/storage/folders/{folderId}/files', {
        params: { path: { folderId } },
        body: { displayName },
      }),
    ),
  );

/** Begins the upload of a new content for a file that is there; with a tag only while the file is as it was then. */
export async function replaceFile(fileId: string, tag?: string): Promise<Address> {
  const init = { params: { path: { fileId } }, ...(tag && { headers: { 'If-Match': tag } }) };
  return addressOf(await answerOf(platform.storage.POST('/storage/files/{fileId}/updatecontent', init)));
}

/** Makes what was uploaded the content of the file. */
export const completeFile = async (fileId: string): Promise<StoredFile> =>
  (await answerOf(platform.storage.POST('/storage/files/{fileId}/complete', { params: { path: { fileId } } }))).file;

/** The signed address of a file's content, and the SHA-256 that the server made of what it holds. */
export async function contentOf(fileId: string): Promise<{ readonly url: string; readonly sha256: string }> {
  const response = await requestOf(`/storage/files/${fileId}/download`, { method: 'HEAD' });
  return { url: response.url, sha256: response.headers.get('etag')?.replaceAll('"', '') ?? '' };
}

const pageSize = 1000;

/** The id of the file with this name right in a folder. */
export async function fileNamed(folderId: string, name: string): Promise<string | undefined> {
  for (let $skip = 0; ; $skip += pageSize) {
    const params = { path: { folderId }, query: { $top: pageSize, $skip } };
    const { files, _links } = await answerOf(platform.storage.GET('/storage/folders/{folderId}/files', { params }));
    const found = files.find(({ displayName }) => displayName.toLowerCase() === name.toLowerCase());
    if (found || _links.next === undefined) return found?.id;
  }
}

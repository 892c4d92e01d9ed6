import { queryOptions } from '@tanstack/react-query';
import { drawnPicture } from './drawn-picture.ts';

/** A picture that the browser can show. Pixels are as they are stored, not turned by what the camera says. */
export interface PictureFile {
  readonly content: Blob;
  readonly width: number;
  readonly height: number;
}

/** Throws where the browser cannot show it. */
export async function pictureOf(content: Blob): Promise<PictureFile> {
  try {
    const bitmap = await createImageBitmap(content, { imageOrientation: 'none' });
    const { width, height } = bitmap;
    bitmap.close();
    return { content, width, height };
  } catch {
    throw new Error('This browser cannot show this kind of picture. It shows JPEG, PNG and WebP.');
  }
}

/** A picture at a signed address; `key` says which it is, whatever its signature. */
export const pictureFileQuery = (key: readonly string[], address: string) =>
  queryOptions({
    queryKey: ['picture file', ...key],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
    retry: 1,
    async queryFn({ signal }): Promise<PictureFile> {
      const answer = await fetch(address, { signal });
      if (!answer.ok) throw new Error('The picture is not there any more, or you may not see it.');
      return pictureOf(await answer.blob());
    },
  });

/** So large it is drawn by the server at most: marks on it are shares of it. */
const widest = 4096;

/** A picture of reality data that browsers cannot draw. */
export const drawnFileQuery = (dataId: string, name: string) =>
  queryOptions({
    queryKey: ['drawn picture file', dataId, name],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
    retry: false,
    queryFn: async ({ signal }) => pictureOf(await drawnPicture(dataId, name, widest, signal)),
  });

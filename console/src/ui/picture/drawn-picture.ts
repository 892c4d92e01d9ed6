import { queryOptions } from '@tanstack/react-query';
import { requestOf } from '../../platform/client.ts';
import { Problem } from '../../platform/problem.ts';

/** Whether browsers draw a picture of this name; of others, such as TIFF, the server makes a JPEG. */
export const isDrawable = (name: string): boolean => !/\.tiff?$/i.test(name);

/** The server makes none that is wider or higher. */
export const widestDrawn = 16_384;

/** A picture of reality data as the server draws it, no larger than wanted. Errors: why it cannot be drawn. */
export async function drawnPicture(dataId: string, name: string, widest: number, signal?: AbortSignal): Promise<Blob> {
  const asked = new URLSearchParams({ name, widest: String(widest) });
  const path = `/reality-management/reality-data/${dataId}/picture?${asked}`;
  try {
    return await (await requestOf(path, signal ? { signal } : {})).blob();
  } catch (error) {
    const [why] = error instanceof Problem && error.status === 422 ? error.details : [];
    const message = `${name.split('/').at(-1)} cannot be shown. ${why?.message}`;
    throw why ? new Problem(422, { code: 'PictureNotDrawn', message }) : error;
  }
}

interface Drawn {
  readonly name: string;
  readonly modified?: Date;
}

/** The same, remembered for a while. */
export const drawnPictureQuery = (dataId: string, { name, modified }: Drawn, widest: number) =>
  queryOptions({
    queryKey: ['drawn picture', dataId, name, modified?.getTime(), widest],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
    retry: false,
    queryFn: ({ signal }) => drawnPicture(dataId, name, widest, signal),
  });

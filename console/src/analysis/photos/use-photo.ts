import { useQuery } from '@tanstack/react-query';
import { addressOf } from '../../reality/queries.ts';
import { isDrawable } from '../../ui/picture/drawn-picture.ts';
import { type Mask, maskOf } from '../../ui/picture/mask.ts';
import { drawnFileQuery, pictureFileQuery } from '../../ui/picture/picture-file.ts';
import { useObjectUrl } from '../../ui/picture/use-object-url.ts';
import { linkQuery, type OpenScene } from '../contents.ts';
import type { FileRef } from '../scene.ts';

/** Where a file of a scene is; undefined until that is known. */
function useAddress({ dataId, link }: OpenScene, twinId: string, file: FileRef | undefined) {
  const of = file?.of ?? null;
  const other = useQuery({ ...linkQuery(of ?? dataId, twinId), enabled: of !== null });
  const from = of === null ? link : other.data;
  return { address: file && from ? addressOf(from, file.path) : undefined, error: other.error };
}

/** The picture of a photo, and its mask where it has one. */
export function usePhoto(open: OpenScene, twinId: string, photoId: string) {
  const { scene, dataId } = open;
  const image = scene.photos.find(({ id }) => id === photoId)?.image;
  const ref = scene.masks?.get(photoId);
  const place = useAddress(open, twinId, image);
  const maskPlace = useAddress(open, twinId, ref);
  const from = image?.of ?? dataId;
  const isDrawn = image === undefined || isDrawable(image.path);
  const asStored = useQuery({
    ...pictureFileQuery([from, image?.path ?? ''], place.address ?? ''),
    enabled: isDrawn && place.address !== undefined,
  });
  const byServer = useQuery({ ...drawnFileQuery(from, image?.path ?? ''), enabled: !isDrawn });
  const picture = isDrawn ? asStored : byServer;
  const url = useObjectUrl(picture.data?.content);
  const mask = useQuery({
    queryKey: ['mask', dataId, ref?.path],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    enabled: maskPlace.address !== undefined,
    async queryFn({ signal }): Promise<Mask> {
      const answer = await fetch(maskPlace.address ?? '', { signal });
      if (!answer.ok) throw new Error('The areas of this photo cannot be read just now. Try again.');
      return maskOf(await answer.arrayBuffer());
    },
  });
  return {
    picture: picture.data && url ? { url, width: picture.data.width, height: picture.data.height } : undefined,
    mask: mask.data,
    error: place.error ?? picture.error ?? maskPlace.error ?? mask.error,
    retry: () => void picture.refetch(),
  };
}

import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PhotoSet } from '../../ui/photos/photo-set.ts';
import { drawnPictureQuery, isDrawable } from '../../ui/picture/drawn-picture.ts';
import { useObjectUrl } from '../../ui/picture/use-object-url.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { addressOf, type ContentFile } from '../../ui/stage/reality/contents.ts';

type Shown = Pick<ContentFile, 'name'> & Partial<ContentFile>;
type From = Pick<PhotoSet, 'id' | 'link'>;

/** Where a photo is that the browser can draw, `widest` at most where the server draws it; undefined until it is there. */
export function usePhotoAddress(set: From, photo: Shown | undefined, widest: number) {
  const isDrawn = photo === undefined || isDrawable(photo.name);
  const drawn = useQuery({ ...drawnPictureQuery(set.id, photo ?? { name: '' }, widest), enabled: !isDrawn });
  const url = useObjectUrl(drawn.data);
  const address = isDrawn ? photo && addressOf(set.link, photo.name) : url;
  return { address, error: isDrawn ? null : drawn.error };
}

const widest = 1024;

/** A photo beside the list of them. */
export function PhotoImage({ set, photo }: { readonly set: From; readonly photo: Shown }) {
  const { address, error } = usePhotoAddress(set, photo, widest);
  if (error) return <ProblemNote error={error} />;
  return address ? <img src={address} alt={photo.name} /> : <Loader size="sm" aria-label="Loading" />;
}

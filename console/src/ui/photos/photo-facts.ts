import { queryOptions } from '@tanstack/react-query';
import { gateOf } from '@twin-platform/client/gate';
import { drawnPicture, isDrawable } from '../picture/drawn-picture.ts';
import { addressOf, type ContentFile } from '../stage/reality/contents.ts';
import type { PhotoSet } from './photo-set.ts';
import type { TakenAt } from './taken-at.ts';
import { tailOf, withTail } from './tiff-head.ts';

/** What a photo tells of itself. */
export interface PhotoFacts {
  /** Pixels; null where the beginning of the file does not tell them. */
  readonly width: number | null;
  readonly height: number | null;
  readonly place: TakenAt | null;
  readonly taken: string | null;
  readonly camera: string | null;
  /** The small picture that is in it, as a data URL. */
  readonly small: string | null;
}

const nothing: PhotoFacts = { width: null, height: null, place: null, taken: null, camera: null, small: null };
const headBytes = 128 * 1024;
const atOnce = gateOf(6);

/** What the first bytes of a photo tell. */
export const factsQuery = (
  { id, link }: Pick<PhotoSet, 'id' | 'link'>,
  { name, modified }: Pick<ContentFile, 'name' | 'modified'>,
) =>
  queryOptions({
    queryKey: ['photo', id, name, modified.getTime(), 'facts'],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30 * 60_000,
    retry: false,
    queryFn: ({ signal }) =>
      atOnce(async (): Promise<PhotoFacts> => {
        signal.throwIfAborted();
        const part = async (start: number, end: number) => {
          const headers = { Range: `bytes=${start}-${end - 1}` };
          const answer = await fetch(addressOf(link, name), { headers, signal });
          if (!answer.ok) throw new Error(`${name} cannot be read just now. Try again.`);
          const size = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? 0);
          return { bytes: await answer.arrayBuffer(), size };
        };
        const { bytes: head, size } = await part(0, headBytes);
        const rest = tailOf(head, size);
        if (!rest) return factsIn(head);
        return factsIn(withTail(head, (await part(rest.start, rest.end)).bytes, rest.start));
      }),
  });

/** What is told in the first bytes of a file; nothing where they cannot be read. */
export async function factsIn(bytes: ArrayBuffer): Promise<PhotoFacts> {
  const { default: reader } = await import('exifreader');
  try {
    const { file = {}, exif = {}, gps = {}, pngFile = {}, Thumbnail } = reader.load(bytes, { expanded: true });
    const { Latitude: latitude, Longitude: longitude } = gps;
    const height = gps.Altitude ?? rationalOf(exif.GPSAltitude); // without saying so it is above the sea
    const isPlaced = Number.isFinite(latitude) && Number.isFinite(longitude) && (latitude !== 0 || longitude !== 0);
    return {
      width: numberOf(file['Image Width'] ?? pngFile['Image Width'] ?? exif.ImageWidth),
      height: numberOf(file['Image Height'] ?? pngFile['Image Height'] ?? exif.ImageLength),
      place: isPlaced
        ? {
            longitude: longitude ?? 0,
            latitude: latitude ?? 0,
            height: height !== undefined && Number.isFinite(height) ? height : null,
          }
        : null,
      taken: isoOf(exif.DateTimeOriginal?.description),
      camera: [exif.Make?.description, exif.Model?.description].filter(Boolean).join(' ') || null,
      small: Thumbnail?.base64 ? `data:image/jpeg;base64,${Thumbnail.base64}` : null,
    };
  } catch {
    return nothing; // a photo without metadata is a photo all the same
  }
}

const numberOf = (tag: { readonly value: unknown } | undefined): number | null => {
  const value = Array.isArray(tag?.value) ? tag.value[0] : tag?.value;
  return typeof value === 'number' && value > 0 ? value : null;
};

const rationalOf = (tag: { readonly value: unknown } | undefined): number | undefined => {
  const [above, below] = Array.isArray(tag?.value) ? tag.value : [];
  return typeof above === 'number' && typeof below === 'number' ? above / below : undefined;
};

/** `2026:05:12 20:03:12` of the camera's clock. */
function isoOf(text: string | undefined): string | null {
  const [, date, time] = /^(\d{4}:\d{2}:\d{2}) (\d{2}:\d{2}:\d{2})/.exec(text ?? '') ?? [];
  return date && time ? `${date.replaceAll(':', '-')}T${time}` : null;
}

const drawnAtOnce = gateOf(2);
const smallWidth = 320;

/** A small picture: the one that is in the photo, else the photo made small. */
export const smallQuery = (set: Pick<PhotoSet, 'id' | 'link'>, photo: ContentFile) =>
  queryOptions({
    queryKey: ['photo', set.id, photo.name, photo.modified.getTime(), 'small'],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30 * 60_000,
    retry: false,
    async queryFn({ client, signal }): Promise<string> {
      const { small } = await client.fetchQuery(factsQuery(set, photo));
      return small ?? drawnAtOnce(() => madeSmall(set, photo.name, signal));
    },
  });

async function madeSmall({ id, link }: Pick<PhotoSet, 'id' | 'link'>, name: string, signal: AbortSignal) {
  const content = isDrawable(name)
    ? await (await fetch(addressOf(link, name), { signal })).blob()
    : await drawnPicture(id, name, smallWidth, signal);
  const picture = await createImageBitmap(content, { resizeWidth: smallWidth, imageOrientation: 'none' });
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  picture.close();
  return canvas.toDataURL('image/jpeg', 0.8);
}

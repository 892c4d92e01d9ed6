import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { pictureOf, thumbnailOf } from '../../../kernel/pictures.ts';
import { jsonOf } from '../../../std/json.ts';
import { bodyFault } from '../body-rules.ts';
import { invalidUpdateView } from '../errors.ts';
import { blobsOf, imagePlace } from '../store/images.ts';
import { again, changeView, type LocatedView } from '../store/views.ts';
import type { ViewImage } from '../tables.ts';
import { largestImage, mostPixels, thumbnailBox } from './bounds.ts';
import type { imageUpdate } from './schema.ts';

const dataUrl = /^data:[^,]{0,100};base64,/i;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

const refused = (message: string) => fail(invalidUpdateView, { details: [bodyFault('image', message)] });
const unreadable = () => refused('image must be a base64Image.');

/** Puts a picture and its thumbnail in the place of former ones, whose addresses end. */
export async function replaceImage(
  { resource }: Located<LocatedView>,
  body: Static<typeof imageUpdate>,
  context: Context,
) {
  const bytes = bytesIn(body.image);
  if (bytes === undefined) return unreadable();
  if (bytes.length > largestImage) return refused('image must have at most 10 MiB.');
  const picture = await pictureOf(bytes);
  if (picture === undefined) return unreadable();
  if (picture.width * picture.height > mostPixels) return refused('image must have at most 64 megapixels.');
  const thumbnail = await thumbnailOf(bytes, thumbnailBox, mostPixels);
  if (thumbnail === undefined) return unreadable();
  const type = `image/${picture.format}` as const;
  const image = { type, full: await save(bytes, type, context), thumbnail: await save(thumbnail, type, context) };
  const outcome = await context.write(async (tx) => {
    const { row } = await again(tx, resource.row.id);
    await context.ports.blobs.remove(tx, blobsOf(row));
    await context.ports.blobs.take(tx, [image.full, image.thumbnail]);
    await changeView(tx, row, { image: jsonOf(image) }, context.now);
  });
  return isFailed(outcome) ? outcome : noContent;
}

/** The bytes of a data URL. What it says of their type does not count. */
function bytesIn(text: string): Buffer | undefined {
  const head = dataUrl.exec(text)?.[0];
  const coded = head === undefined ? '' : text.slice(head.length);
  return base64.test(coded) ? Buffer.from(coded, 'base64') : undefined;
}

async function save(bytes: Buffer, contentType: ViewImage['type'], { ports }: Context): Promise<string> {
  const blob = await ports.blobs.save(imagePlace, Readable.from([bytes]), { contentType, length: bytes.length });
  return blob.id;
}

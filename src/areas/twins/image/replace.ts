import { Readable } from 'node:stream';
import type { Context } from '../../../api/http/context.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { pictureOf, thumbnailOf } from '../../../kernel/pictures.ts';
import { newId } from '../../../std/ids.ts';
import { jsonOf } from '../../../std/json.ts';
import { imageNotFound, invalidTwins } from '../errors.ts';
import type { StoredImage, TwinImage, TwinRow } from '../tables.ts';
import { q } from '../tables.ts';
import { rowOf } from '../twin/store.ts';
import { imageOf, imagePlace } from './store.ts';
import { imageView } from './view.ts';

const widestRatio = 5;
export const mostPixels = 100_000_000;
const thumbnailBox = { width: 400, height: 400 };
const invalidImage = invalidTwins('Cannot create twin Image.');

const refused = (code: string, message: string) =>
  fail(invalidImage, { details: [{ code, message, target: 'image' }] });

/** Checks the picture by its header, makes the thumbnail, and puts both in the place of a former image. */
export async function replaceImage(twinId: string, body: { bytes: Buffer; type: string }, context: Context) {
  const fault = await faultOf(body);
  if (fault) return fault;
  const thumbnail = await thumbnailOf(body.bytes, thumbnailBox, mostPixels);
  if (thumbnail === undefined) return undecodable();
  const id = newId();
  const small = await store(`small_${id}`, thumbnail, body.type, context);
  const large = await store(`large_${id}`, body.bytes, body.type, context);
  const image: TwinImage = { id, small, large };
  const outcome = await context.write(async (tx) => {
    await removeStored(tx, twinId, context);
    await context.ports.blobs.take(tx, [small.blobId, large.blobId]);
    await setImage(tx, twinId, jsonOf(image), context);
  });
  return isFailed(outcome) ? outcome : reply(201, { image: imageView(image, twinId, context) });
}

export async function removeImage(twinId: string, context: Context) {
  const outcome = await context.write(async (tx) => {
    if (!(await removeStored(tx, twinId, context))) return fail(imageNotFound);
    await setImage(tx, twinId, null, context);
  });
  return isFailed(outcome) ? outcome : noContent;
}

const undecodable = () => refused('InvalidRequestBody', 'The image could not be read as PNG or JPEG.');

async function faultOf({ bytes, type }: { bytes: Buffer; type: string }) {
  const picture = await pictureOf(bytes);
  if (picture === undefined || `image/${picture.format}` !== type) return undecodable();
  const { width, height } = picture;
  if (Math.max(width, height) > widestRatio * Math.min(width, height)) {
    const message =
      'The width or height dimensions of the image cannot be greater than 5 times the size of each other.';
    return refused('InvalidValue', message);
  }
  if (width * height <= mostPixels) return undefined;
  return refused('InvalidValue', 'The image cannot have more than 100 megapixels.');
}

async function store(name: string, bytes: Buffer, type: string, context: Context): Promise<StoredImage> {
  const blob = await context.ports.blobs.save(imagePlace, Readable.from([bytes]), {
    contentType: type,
    length: bytes.length,
  });
  return { blobId: blob.id, name: `${name}.${type.slice('image/'.length)}`, type };
}

/** Gives up the blobs of the present image; false when there is none. */
async function removeStored(tx: Transaction, twinId: string, { ports }: Context): Promise<boolean> {
  const image = imageOf(await rowOf(tx, twinId));
  if (image === null) return false;
  await ports.blobs.remove(tx, [image.small.blobId, image.large.blobId]);
  return true;
}

const setImage = (tx: Transaction, twinId: string, image: TwinRow['image'], { now, caller }: Context) =>
  tx.run(
    q
      .updateTable('twins')
      .set((value) => ({ image, modified: now, modified_by: caller.userId, version: value('version', '+', 1) }))
      .where('id', '=', twinId),
  );

import { Readable } from 'node:stream';
import type { Context } from '../../../api/http/context.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { pictureOf } from '../../../kernel/pictures.ts';
import { invalidImage } from '../errors.ts';
import { layoutText } from '../layout/store.ts';
import { type DefinitionRow, q } from '../tables.ts';
import { judgedIn } from './context.ts';
import { imagePlace } from './seed.ts';
import { changeDefinition, definitionAgain, findImage } from './store.ts';

const unreadable = [{ code: 'InvalidRequestBody', message: 'The file is no PNG or JPEG picture.', target: 'file' }];

/** Puts a picture in the place that layouts name by its number. */
export async function putImage({ id }: DefinitionRow, fileId: number, bytes: Buffer, context: Context) {
  const { write, caller, now, ports } = context;
  const picture = await pictureOf(bytes);
  if (picture === undefined) return fail(invalidImage, { details: unreadable });
  const type = `image/${picture.format}`;
  const saved = await ports.blobs.save(imagePlace, Readable.from([bytes]), { contentType: type, length: bytes.length });
  const outcome = await write(async (tx) => {
    const row = await definitionAgain(tx, id);
    const former = await findImage(tx, row.id, fileId);
    const place = q.deleteFrom('form_images').where('definition_id', '=', row.id).where('file_id', '=', fileId);
    if (former) await ports.blobs.remove(tx, [former.blob_id]);
    await tx.run(place);
    await ports.blobs.take(tx, [saved.id]);
    const image = { definition_id: row.id, file_id: fileId, blob_id: saved.id, type };
    await tx.run(q.insertInto('form_images').values(image));
    const { status } = await judgedIn(tx, await layoutText(tx, row.id, row.version), row.twin_id, row.id);
    await changeDefinition(tx, row, { error_status: status }, { userId: caller.userId, now });
  });
  return isFailed(outcome) ? outcome : ({ status: 201 } as const);
}

import type { Reader } from '../../../kernel/db/database.ts';
import { semaphore } from '../../../std/semaphore.ts';
import type { AttachmentRow } from '../tables.ts';
import { isPicture } from './files.ts';
import { makeSomeThumbnails, type Used } from './make-thumbnails.ts';
import { allAttachments, copiesOf } from './store.ts';

const atOnce = 10;
const formsAtOnce = 2;

/** The work that is under way in this process, by forms: all pictures of one are asked for together. */
const underWay = new Map<string, Promise<string | undefined>>();
/** A list of forms asks for the pictures of many at once. */
const room = semaphore(formsAtOnce);

/**
 * Makes the copies of the pictures of a form that have none yet; answers why some have none now. What cannot be decoded
 * has none for good.
 */
export async function makeThumbnails(formId: string, context: Used, signal?: AbortSignal): Promise<string | undefined> {
  await underWay.get(formId)?.catch(() => {}); // it may not know the last pictures; its faults are told to who began it
  const known = underWay.get(formId);
  if (known) return known;
  const work = allOf(formId, context, signal).finally(() => underWay.delete(formId));
  underWay.set(formId, work);
  return work;
}

/** Those that come while it is at work are made, too; what cannot be made now is tried when somebody asks again. */
async function allOf(formId: string, context: Used, signal: AbortSignal | undefined) {
  const tried = new Set<string | null>();
  let failure: string | undefined;
  const left = async () => (await without(formId, context.db)).filter(({ blob_id }) => !tried.has(blob_id));
  while ((await left()).length > 0) {
    await room(signal, async () => {
      const rows = (await left()).slice(0, atOnce);
      for (const { blob_id } of rows) tried.add(blob_id);
      failure = (await makeSomeThumbnails(rows, context, signal)) ?? failure;
    });
  }
  return failure;
}

const without = async (formId: string, db: Reader): Promise<AttachmentRow[]> =>
  (await allAttachments(db, formId)).filter((row) => isPicture(row) && copiesOf(row) === undefined);

import type { Reader, Transaction } from '../../db/database.ts';
import { prepared } from '../../db/query.ts';
import type { BlobDeps } from '../deps.ts';
import { openBlob } from '../open-blob.ts';
import type { BlobPlace } from '../port.ts';
import { q } from '../tables.ts';
import type { AskedBlob, AskedWrite, ContainerDeps } from './asked.ts';

/*
 * Blocks that are sent for a file of a container lie in an open blob until their list makes them its content. Each
 * person has one of their own for each name, so that blocks of two never mix. It ends after a day, like every upload.
 */

type Key = { readonly container: string; readonly name: string; readonly user: string };

const draftOf = prepared((p: Key) =>
  q
    .selectFrom('blob_drafts')
    .select('blob')
    .where('container', '=', p.container)
    .where('name', '=', p.name)
    .where('user_id', '=', p.user),
);

const insertDraft = prepared((p: Key & { blob: string }) =>
  q
    .insertInto('blob_drafts')
    .values({ container: p.container, name: p.name, user_id: p.user, blob: p.blob })
    .onConflict((conflict) => conflict.doNothing()),
);

const deleteDraft = prepared((p: { blob: string }) => q.deleteFrom('blob_drafts').where('blob', '=', p.blob));

type OfHolder = Pick<AskedBlob<unknown>, 'path' | 'name' | 'grant'>;

const keyOf = ({ path, name, grant }: OfHolder): Key => ({ container: path, name, user: grant.holder?.userId ?? '' });

/** The open blob that gathers the holder's blocks for a file. */
export async function findDraft(
  deps: Pick<BlobDeps, 'rights' | 'now'>,
  db: Reader,
  asked: OfHolder,
): Promise<string | undefined> {
  const found = await db.first(draftOf, keyOf(asked));
  return found && (await openBlob(deps, db, found.blob))?.id;
}

/** The same, opened where there is none. */
export async function ensureDraft<C>(asked: AskedWrite<C>): Promise<string> {
  const { deps, writing } = asked;
  const found = await findDraft(deps, deps.db, asked);
  return found ?? deps.db.write((tx) => openDraft(tx, asked, deps, writing.place));
}

async function openDraft(tx: Transaction, asked: OfHolder, deps: ContainerDeps, place: BlobPlace): Promise<string> {
  const key = keyOf(asked);
  const found = await findDraft(deps, tx, asked);
  if (found !== undefined) return found;
  const ended = await tx.first(draftOf, key);
  if (ended !== undefined) await tx.run(deleteDraft, ended);
  const { id } = await deps.blobs.openUpload(tx, place);
  if ((await tx.run(insertDraft, { ...key, blob: id })) === 1) return id;
  return (await tx.first(draftOf, key))?.blob ?? id; // somebody was faster
}

/** What was gathered belongs to a file now. */
export const endDraft = (tx: Transaction, blob: string): Promise<number> => tx.run(deleteDraft, { blob });

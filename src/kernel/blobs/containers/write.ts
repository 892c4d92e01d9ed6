import type { IncomingMessage } from 'node:http';
import type { Reader, Transaction } from '../../db/database.ts';
import type { Answer } from '../answer.ts';
import { isBlockId } from '../block-list.ts';
import { commitBlocks } from '../commit.ts';
import type { ContainerBlob } from '../container-port.ts';
import { lists, tagsOf } from '../content-select.ts';
import { isFault } from '../deps.ts';
import type { FaultCode } from '../faults.ts';
import { putBlock, putContent } from '../upload.ts';
import {
  bodyOf,
  contentTypeOf,
  created,
  faultOfPut,
  isTooLong,
  largestBlock,
  largestPut,
  listedBlocks,
} from '../upload-request.ts';
import type { AskedWrite } from './asked.ts';
import { endDraft, ensureDraft } from './draft.ts';

type Outcome = Promise<Answer | FaultCode>;

/** `PUT` of a file: its whole content. */
export async function answerPutFile<C>(asked: AskedWrite<C>): Outcome {
  const { deps, request, writing } = asked;
  const fault = faultOfPut(request) ?? (await refusalOf(deps.db, asked, asked.container));
  if (fault !== undefined) return fault;
  const { id } = await deps.db.write((tx) => deps.blobs.openUpload(tx, writing.place));
  const put = async (): Outcome => {
    const stored = await putContent(deps, id, bodyOf(request, largestPut), contentTypeOf(request));
    return isFault(stored) ? stored : publish(asked, id);
  };
  const answer = await put().catch(async (error) => {
    await deps.blobs.drop(id).catch(() => {}); // the first error is the one to tell; the rest is collected later
    throw error;
  });
  if (typeof answer === 'string') await deps.blobs.drop(id);
  return answer;
}

/** `PUT …&comp=block`: one block, which is seen by nobody until a list names it. */
export async function answerPutFileBlock<C>(asked: AskedWrite<C>): Outcome {
  const { deps, request, query } = asked;
  const blockId = query.get('blockid') ?? '';
  if (!isBlockId(blockId)) return 'InvalidBlockId';
  if (isTooLong(request, largestBlock)) return 'RequestBodyTooLarge';
  const fault = await refusalOf(deps.db, asked, asked.container);
  if (fault !== undefined) return fault;
  const result = await putBlock(deps, await ensureDraft(asked), blockId, bodyOf(request, largestBlock));
  return isFault(result) ? result : created(result.tag, deps.now());
}

/** `PUT …&comp=blocklist`: the content becomes the listed blocks. */
export async function answerPutFileBlocks<C>(asked: AskedWrite<C>): Outcome {
  const { deps, request } = asked;
  const fault = await refusalOf(deps.db, asked, asked.container);
  if (fault !== undefined) return fault;
  const list = await listedBlocks(request);
  if (typeof list === 'string') return list;
  const draft = await ensureDraft(asked);
  const result = await commitBlocks(deps, draft, list, contentTypeOf(request));
  return isFault(result) ? result : publish(asked, draft);
}

/** `DELETE` of a file. */
export async function answerDeleteFile<C>(asked: AskedWrite<C>): Outcome {
  const { deps, name, holder, writing } = asked;
  return deps.db.write(async (tx) => {
    const found = await again(tx, asked);
    if (typeof found === 'string') return found;
    if (found.blob === undefined) return 'BlobNotFound';
    await writing.remove(tx, found.container, name, holder);
    return { status: 202, headers: {} };
  });
}

/** A stored content becomes that of the file, if its sender may still write, and nobody has forbidden it since. */
async function publish<C>(asked: AskedWrite<C>, blobId: string): Outcome {
  const { deps, name, holder, writing } = asked;
  const outcome = await deps.db.write(async (tx) => {
    const found = await again(tx, asked);
    if (typeof found === 'string') return found;
    await endDraft(tx, blobId);
    return writing.put(tx, found.container, name, holder, blobId);
  });
  return typeof outcome === 'string' ? outcome : created(outcome.tag, outcome.modified ?? deps.now());
}

/** Container and file as they are in the transaction that changes them, or why that cannot be. */
async function again<C>(tx: Transaction, asked: AskedWrite<C>) {
  const { kind, id, name, request } = asked;
  const container = await kind.find(tx, id);
  if (container === undefined) return 'ContainerNotFound';
  const fault = await refusalOf(tx, asked, container);
  if (fault !== undefined) return fault;
  const blob = await kind.blob(tx, container, name);
  return holds(request, blob) ? { container, blob } : 'ConditionNotMet';
}

async function refusalOf<C>(db: Reader, asked: AskedWrite<C>, container: C): Promise<FaultCode | undefined> {
  const { name, holder, writing } = asked;
  if (!(await writing.mayWrite(db, container, holder))) return 'AuthorizationPermissionMismatch';
  return writing.refusal(db, container, name, holder);
}

/** Whether the file is, or is not there, as the conditions of the request want it. */
function holds({ headers }: IncomingMessage, blob: ContainerBlob | undefined): boolean {
  const names = (header: string): boolean => blob !== undefined && lists(header, tagsOf(blob.tag)); // it may have been read compressed
  const [match, noneMatch] = [headers['if-match'], headers['if-none-match']];
  return (match === undefined || names(match)) && (noneMatch === undefined || !names(noneMatch));
}

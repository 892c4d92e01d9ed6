import { change, type Fact, note } from './ledger.ts';
import { expect, load, nameOrStatus, sha256, type World } from './world.ts';
import type { Writer } from './writers.ts';

export function aboutFolder(world: World, twinId: string, id: string, place: string): Fact {
  const see = async () => {
    const { status, body } = await world.call('GET', `/storage/folders/${id}`);
    return status === 200 ? `${body.folder.parentFolderId}/${body.folder.displayName}` : String(status);
  };
  return { what: `folder ${id} of ${twinId}`, see, allowed: [place] };
}

export interface NewFile {
  readonly twinId: string;
  readonly parent: string;
  readonly displayName: string;
}

/** The three steps of an upload: create, blocks in any order, complete. Each acknowledged one must stay. */
export async function upload(writer: Writer, world: World, { twinId, parent, displayName }: NewFile): Promise<void> {
  const { ledger, random } = writer;
  const { _links } = await expect(202, world.call('POST', `/storage/folders/${parent}/files`, { displayName }));
  const { uploadUrl, completeUrl } = { uploadUrl: _links.uploadUrl.href, completeUrl: _links.completeUrl.href };
  const id: string = completeUrl.split('/').at(-2);
  const blocks = Array.from({ length: random.whole(1, 4) }, (_, at) => ({
    id: Buffer.from(`block ${at}`).toString('base64'),
    bytes: random.bytes(random.whole(1, 60_000)),
  }));
  const shown = note(ledger, aboutFile(world, twinId, id));
  const staged = blocks.map((block) => aboutBlock(`${id} of ${twinId}`, uploadUrl, block.id));
  for (const at of order(blocks.length, random.whole(0, 99))) {
    const [fact, block] = [staged[at], blocks[at]];
    if (fact === undefined || block === undefined) continue;
    const url = `${uploadUrl}&comp=block&blockid=${encodeURIComponent(block.id)}`;
    await change(ledger, fact, String(block.bytes.length), () => send(url, block.bytes));
  }
  const list = `<BlockList>${blocks.map((block) => `<Latest>${block.id}</Latest>`).join('')}</BlockList>`;
  await send(`${uploadUrl}&comp=blocklist`, Buffer.from(list));
  for (const fact of staged) ledger.facts.delete(fact.what); // the upload address ends with the completion
  const content = Buffer.concat(blocks.map((block) => block.bytes));
  await change(ledger, shown, `${displayName} ${sha256(content)}`, () => expect(200, world.call('POST', completeUrl)));
}

async function send(url: string, body: Buffer<ArrayBuffer>): Promise<void> {
  const { status, bytes } = await load(url, { method: 'PUT', body, headers: { 'x-ms-version': '2021-08-06' } });
  if (status !== 201) throw new Error(`PUT ${url}: ${status} ${bytes}`);
}

/** Nobody sees the file before its completion; then it is whole, and has the right SHA-256. */
function aboutFile(world: World, twinId: string, id: string): Fact {
  const see = async () => {
    const answer = await world.call('GET', `/storage/files/${id}`);
    if (answer.status !== 200) return String(answer.status);
    const name = nameOrStatus(answer, 'file');
    const { status, bytes } = await world.download(`/storage/files/${id}/download`);
    return status === 200 && bytes.length === answer.body.file.size ? `${name} ${sha256(bytes)}` : `broken (${status})`;
  };
  return { what: `file ${id} of ${twinId}`, see, allowed: ['404'] };
}

/** Its size as the list of blocks tells it, or that it is not there. */
function aboutBlock(file: string, uploadUrl: string, blockId: string): Fact {
  const see = async () => {
    const { bytes } = await load(`${uploadUrl}&comp=blocklist&blocklisttype=all`, { method: 'GET' });
    const pattern = new RegExp(`<Name>${RegExp.escape(blockId)}</Name><Size>(\\d+)</Size>`);
    return pattern.exec(bytes.toString())?.[1] ?? 'not there';
  };
  return { what: `block ${blockId} of file ${file}`, see, allowed: ['not there'] };
}

/** One of the orders of 0 … length - 1. */
function order(length: number, choice: number): number[] {
  const all = Array.from({ length }, (_, at) => at);
  return choice % 2 === 0 ? all : all.reverse();
}

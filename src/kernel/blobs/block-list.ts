import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { ListedBlock } from './commit.ts';
import type { BlockRow, PartRow } from './tables.ts';

export const mostBlocks = 50_000;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const longestBlockId = 64;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: false,
  ignoreDeclaration: true,
});

/** Base64 of 1 to 64 bytes. */
export const isBlockId = (text: string): boolean =>
  text !== '' && base64.test(text) && Buffer.from(text, 'base64').length <= longestBlockId;

type Node = Readonly<Record<string, readonly Node[] | string>>;

/** The blocks of a `<BlockList>` in order, or undefined when the text is none. */
export function parseBlockList(text: string): ListedBlock[] | undefined {
  if (XMLValidator.validate(text) !== true) return undefined;
  const roots: readonly Node[] = parser.parse(text);
  const entries = roots[0]?.BlockList;
  if (roots.length !== 1 || !Array.isArray(entries) || entries.length > mostBlocks) return undefined;
  const blocks = entries.flatMap(listedBlock);
  return blocks.length === entries.length ? blocks : undefined;
}

function listedBlock(node: Node): ListedBlock[] {
  for (const from of ['Latest', 'Uncommitted', 'Committed'] as const) {
    const content = node[from];
    const id = Array.isArray(content) ? content[0]?.['#text'] : undefined;
    if (typeof id === 'string' && isBlockId(id.trim())) return [{ from, id: id.trim() }];
  }
  return [];
}

/** The answer to `GET ?comp=blocklist`; what is not asked for is left out. */
export function blockListXml(committed: readonly PartRow[] | undefined, uncommitted: readonly BlockRow[] | undefined) {
  const blocks = (rows: readonly { block_id: string | null; size: number }[]) =>
    rows
      .filter((row) => row.block_id !== null)
      .map((row) => `<Block><Name>${row.block_id}</Name><Size>${row.size}</Size></Block>`)
      .join('');
  const first = committed ? `<CommittedBlocks>${blocks(committed)}</CommittedBlocks>` : '';
  const second = uncommitted ? `<UncommittedBlocks>${blocks(uncommitted)}</UncommittedBlocks>` : '';
  return `<?xml version="1.0" encoding="utf-8"?><BlockList>${first}${second}</BlockList>`;
}

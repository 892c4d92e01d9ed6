import type { ListedBlock } from './commit.ts';
import type { BlockRow, PartRow } from './tables.ts';

export const mostBlocks = 50_000;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const longestBlockId = 64;

/** Base64 of 1 to 64 bytes. */
export const isBlockId = (text: string): boolean =>
  text !== '' && base64.test(text) && Buffer.from(text, 'base64').length <= longestBlockId;

const before = /\uFEFF?\s*(?:<\?xml[^<>]{0,200}\?>\s*)?<BlockList(?:\s[^<>]{0,1000}?)?(\/)?>/y;
const entry = /\s*<(Latest|Uncommitted|Committed)\s*>\s*([A-Za-z0-9+/=]{1,88})\s*<\/\1\s*>/y;
const after = /\s*<\/BlockList\s*>\s*$/y;

/**
 * The blocks of a `<BlockList>` in order, or undefined when the text is none, or has more than `mostBlocks`. Only what
 * the protocol has is read: anything else that XML can say (entities, comments, other elements) is no block list.
 */
export function parseBlockList(text: string): ListedBlock[] | undefined {
  const opening = matchAt(before, text, 0);
  if (opening === null) return undefined;
  const blocks: ListedBlock[] = [];
  let at = before.lastIndex;
  if (opening[1] !== undefined) return text.slice(at).trim() === '' ? blocks : undefined;
  for (let found = matchAt(entry, text, at); found !== null; found = matchAt(entry, text, at)) {
    const [, from, id = ''] = found;
    if (blocks.length === mostBlocks || !isSource(from) || !isBlockId(id)) return undefined;
    blocks.push({ from, id });
    at = entry.lastIndex;
  }
  return matchAt(after, text, at) ? blocks : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const isSource = (name: string | undefined): name is ListedBlock['from'] =>
  name === 'Latest' || name === 'Uncommitted' || name === 'Committed';

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

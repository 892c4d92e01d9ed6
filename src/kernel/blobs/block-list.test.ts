import assert from 'node:assert/strict';
import { it } from 'node:test';
import { leastTime, processorTime } from '../../../test/support/processor-time.ts';
import { mostBlocks, parseBlockList } from './block-list.ts';

const listOf = (entry: string, count: number) => `<BlockList>${entry.repeat(count)}</BlockList>`;
const longestEntry = `<Uncommitted>${Buffer.alloc(64, 'a').toString('base64')}</Uncommitted>`;
const spaces = ' '.repeat(8 * 2 ** 20);
const texts: Record<string, string> = {
  'the longest list': listOf(longestEntry, mostBlocks),
  'too many blocks': listOf('<Latest>YQ==</Latest>', 390_000),
  'blocks without a list': '<Latest>YQ==</Latest>'.repeat(390_000),
  'a million levels': listOf('<Latest>', 1_000_000),
  'white space in a list': `<BlockList>${spaces}`,
  'white space in an entry': `<BlockList><Latest>${spaces}`,
  'white space after an id': `<BlockList><Latest>YQ==${spaces}`,
  'white space before a list': `${spaces}<BlockLists>`,
  'white space in a declaration': `<?xml${spaces}`,
  'white space in the root': `<BlockList${spaces}>`,
  'white space after the list': `<BlockList></BlockList>${spaces}x`,
};

it('the longest block list is read', () => {
  assert.equal(parseBlockList(texts['the longest list'] ?? '')?.length, mostBlocks);
});

for (const [name, text] of Object.entries(texts)) {
  it(`a body of 8 MB costs about what the parsing of JSON of its size costs: ${name}`, () => {
    const json = `[${'{"a":[1]},'.repeat(800_000)}0]`;
    // a quarter at most where nothing else is done; twice the power of its length would be thousands
    const most = 4 * processorTime(() => JSON.parse(json));
    assert.ok(leastTime(most, () => parseBlockList(text)) < most);
  });
}

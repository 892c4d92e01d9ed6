import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blockId, blockListXml, largestFile, planOf, storedIds } from './blocks.ts';

const MiB = 2 ** 20;

describe('the plan of an upload', () => {
  it('covers the file without gap or overlap, whatever its size', () => {
    for (const size of [1, 4 * MiB - 1, 4 * MiB, 4 * MiB + 1, 300 * MiB, 2 ** 40 + 7]) {
      const blocks = planOf(size);
      assert.equal(blocks[0]?.start, 0);
      assert.equal(blocks.at(-1)?.end, size);
      for (const [at, block] of blocks.entries()) {
        assert.equal(block.index, at);
        assert.ok(block.end > block.start);
        if (at > 0) assert.equal(block.start, blocks[at - 1]?.end);
      }
    }
  });

  it('has no block for an empty file', () => assert.deepEqual(planOf(0), []));

  it('keeps to the limits of the protocol up to the largest file', () => {
    const blocks = planOf(largestFile);
    assert.ok(blocks.length <= 50_000);
    assert.ok(blocks.every(({ start, end }) => end - start <= 100 * MiB));
  });
});

describe('ids of blocks', () => {
  it('are equally long, at most 64 bytes, and differ with place and content', () => {
    const ids = [blockId(0, 'a'.repeat(64)), blockId(49_999, 'a'.repeat(64)), blockId(0, 'b'.repeat(64))];
    assert.equal(new Set(ids).size, 3);
    assert.equal(new Set(ids.map((id) => id.length)).size, 1);
    assert.ok(ids.every((id) => atob(id).length <= 64));
  });

  it('are read from the list of what waits, not of what is committed', () => {
    const xml =
      '<BlockList><CommittedBlocks><Block><Name>b2xk</Name><Size>1</Size></Block></CommittedBlocks>' +
      '<UncommittedBlocks><Block><Name>bmV3</Name><Size>2</Size></Block></UncommittedBlocks></BlockList>';
    assert.deepEqual(storedIds(xml), new Set(['bmV3']));
    assert.deepEqual(storedIds('<BlockList><CommittedBlocks/><UncommittedBlocks/></BlockList>'), new Set());
  });

  it('make the list that ends an upload', () => {
    const xml = blockListXml(['YQ==', 'Yg==']);
    assert.match(xml, /<BlockList><Latest>YQ==<\/Latest><Latest>Yg==<\/Latest><\/BlockList>$/);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc, holds } from '../../../../test/support/chance.ts';
import { readTypeCatalog, UnreadableTypeCatalog } from './type-catalog.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const namesIn = async (bytes: Uint8Array) => (await readTypeCatalog(bytes)).map(({ name }) => name);

describe('a type catalog', () => {
  it('is read in every encoding that programs write', async () => {
    const text = ',Höhe##LENGTH##M\nTür,2\n';
    const wide = Buffer.from(`\ufeff${text}`, 'utf16le');
    const contents = [utf8(text), utf8(`\ufeff${text}`), wide, Buffer.from(wide).swap16(), Buffer.from(text, 'latin1')];
    for (const bytes of contents) {
      const [type] = await readTypeCatalog(bytes);
      assert.deepEqual([type?.name, type?.properties[0]?.displayName], ['Tür', 'Höhe']);
    }
  });

  it('keeps every value whatever signs are in it', async ({ name: property }) => {
    const value = fc.string({ unit: 'grapheme', maxLength: 20 });
    const rows = fc.array(fc.tuple(fc.stringMatching(/^[A-Za-z][A-Za-z ,"\n]{0,20}[a-z]$/), value, value), {
      minLength: 1,
      maxLength: 5,
    });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    await holds('type-catalogs', property, rows, async (given) => {
      const lines = given.map((cells) => cells.map(quoted).join(',')).join('\r\n');
      const found = await readTypeCatalog(utf8(`,A##LENGTH##M,B##OTHER##\r\n${lines}\r\n`));
      const told = found.map(({ name, properties }) => [name, ...properties.map((one) => one.value)]);
      assert.deepEqual(told, given);
    });
  });

  it('may have fewer values than columns, empty lines and a comma at the end', async () => {
    const [first, second] = await readTypeCatalog(utf8(',A##LENGTH##M,B##YESNO##,\n\na,1\nb,1,0,\n'));
    assert.deepEqual(
      first?.properties.map(({ value }) => value),
      ['1', ''],
    );
    assert.equal(second?.properties[1]?.type, 'BooleanType');
  });

  it('of a heading alone has no types', async () => {
    assert.deepEqual(await namesIn(utf8(',A##LENGTH##M\n')), []);
  });

  for (const [what, text, line] of [
    ['nothing', '', 1],
    ['an open quote', ',A##LENGTH##M\na,1\n"b,2\n', 3],
    ['a type without a name', ',A##LENGTH##M\na,1\n,2\n', 3],
    ['more values than columns', ',A##LENGTH##M\na,1,2\n', 2],
    ['a column without a name', ',##LENGTH##M\na,1\n', 1],
    ['too many columns', `,${'A,'.repeat(502)}\n`, 1],
    ['too many types', `,A\n${'a,1\n'.repeat(10_001)}`, 10_002],
  ] as const) {
    it(`with ${what} is refused, with its line`, async () => {
      const refused = (error: unknown) =>
        error instanceof UnreadableTypeCatalog &&
        error.message.startsWith(`Line ${line} of the type catalog cannot be read`);
      await assert.rejects(readTypeCatalog(utf8(text)), refused);
    });
  }
});

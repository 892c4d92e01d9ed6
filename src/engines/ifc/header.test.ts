import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { boxShape, imported, project, stepFile, testFolder, wall } from './testing/files.ts';

const folder = testFolder();
const box = `${boxShape(100, 1, 1, 1)}\n${wall(110, 'wall', '#105')}`;
const messages = (header: { report: { issues: readonly { message: string }[] } }) =>
  header.report.issues.map(({ message }) => message);

describe('headers', () => {
  const good = stepFile(project(box));
  it('with comments and blanks anywhere, and with words of the structure in texts', async () => {
    const written = [
      good.replace('ISO-10303-21;', 'ISO-10303-21 /* of a program; DATA; */ ;'),
      good.replace('FILE_SCHEMA((', "FILE_SCHEMA /* FILE_SCHEMA(('IFC9')) */ ( /* it's */ (\n "),
      good.replace("(''),'2;1'", "('a;DATA;b','FILE_SCHEMA((''IFC9''))'),'2;1'"),
      good.replace('\nDATA;', '\n/* now */ DATA /* begins */ ;'),
    ];
    for (const text of written) {
      const { of, header } = await imported(text);
      assert.deepEqual([header.schema, of('wall').mesh?.triangles, header.report.issueCount], ['IFC4', 12, 0], text);
    }
    const path = join(folder, 'comment-first.ifc');
    writeFileSync(path, `\ufeff/* a comment */\n  ${good}`);
    assert.equal((await imported(path)).of('wall').mesh?.triangles, 12);
  });

  it('with comments between the entries, with small letters, and with blanks in the name of the schema', async () => {
    const commented = good
      .replace('FILE_NAME', "/* of 'X' */ FILE_NAME /* ( */")
      .replace('FILE_SCHEMA', '/* x; */FILE_SCHEMA/* b */')
      .replace("('IFC4')", "(/* c */'IFC4'/* d */)");
    const small = good
      .replace('FILE_SCHEMA', 'file_schema')
      .replace('FILE_NAME', 'file_name')
      .replace('HEADER', 'header');
    for (const text of [commented, small, good.replace('HEADER', 'header'), good.replace("'IFC4'", "'ifc4'")]) {
      const { of, header } = await imported(text);
      assert.deepEqual([header.schema, of('wall').mesh?.triangles, header.report.issueCount], ['IFC4', 12, 0], text);
    }
    for (const quoted of [' IFC4 ', 'IFC4\t', '\n  IFC4']) {
      for (const text of [good, commented]) {
        const { of, header } = await imported(text.replace("'IFC4'", `'${quoted}'`));
        assert.deepEqual([header.schema, of('wall').mesh?.triangles], ['IFC4', 12], quoted);
        assert.match(messages(header).join(), /^The schema '\s*IFC4\s*' \(with blanks\) is read as IFC4\.$/);
      }
    }
    // a sign of the upper half in the header, which is written anew
    const signed = await imported(good.replace("'test.ifc'", String.raw`'\S\'.ifc'`).replace("'IFC4'", "' IFC4 '"));
    assert.equal(signed.of('wall').mesh?.triangles, 12);
    const edition = await imported(good.replace("'IFC4'", "' IFC4_ADD2_TC1 '"));
    assert.equal(edition.of('wall').mesh?.triangles, 12);
    assert.deepEqual(messages(edition.header), ['The schema IFC4_ADD2_TC1 is read as IFC4.']);
  });

  it('with an edition of a schema: IFC2X3_FINAL, IFC4_ADD2_TC1, IFC4X3_ADD3; and no other one', async () => {
    for (const [edition, schema] of Object.entries({
      IFC2X3_FINAL: 'IFC2X3',
      IFC2X3_TC1: 'IFC2X3',
      IFC4_ADD2_TC1: 'IFC4',
      IFC4X3_ADD3: 'IFC4X3',
    })) {
      const site = schema === 'IFC4' ? box : box.replace(',$,$);\n', ',$);\n');
      const { header, of } = await imported(
        stepFile(project(site.replace(/,\$,\$\);$/, schema === 'IFC2X3' ? ',$);' : ',$,$);')), edition),
      );
      assert.equal(header.schema, schema);
      assert.deepEqual(messages(header), [`The schema ${edition} is read as ${schema}.`]);
      assert.equal(of('wall').mesh?.triangles, 12);
    }
    await assert.rejects(imported(stepFile('', 'IFC4X9')), { code: 'UnknownSchema' });
  });
});

import assert from 'node:assert/strict';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { describe, it } from 'node:test';
import { ZipFile } from 'yazl';
import { EngineFailure } from '../engine.ts';
import {
  boxShape,
  hardSample,
  imported,
  project,
  stepFile,
  testFolder,
  wall,
  withoutHardSamples,
} from './testing/files.ts';

const folder = testFolder();
const box = `${boxShape(100, 1, 1, 1)}\n${wall(110, 'wall', '#105')}`;
const messages = (header: { report: { issues: readonly { message: string }[] } }) =>
  header.report.issues.map(({ message }) => message);

describe('strings', () => {
  it(String.raw`a quote as a sign of the upper half (\S\') is no end, and what comes after it is read and meshed`, async () => {
    const named = (text: string) => stepFile(project(box.replace("'Wall 110'", `'${text}'`)));
    const cases: [written: string, read: string][] = [
      [String.raw`a\S\'b`, 'a§b'],
      [String.raw`\S\'`, '§'],
      [String.raw`see \S\' 4, 5`, 'see § 4, 5'],
      [String.raw`it''s \S\'\X\96`, "it's §\u0096"],
      [String.raw`C:\\S\\`, 'C:\\S\\'],
    ];
    for (const [written, read] of cases) {
      const { of, header } = await imported(named(written));
      assert.equal(of('wall').name, read);
      assert.deepEqual([of('wall').mesh?.triangles, header.report.issueCount], [12, 0], written);
    }
  });

  it('a path whose backslashes are written once ends at its quote', async () => {
    const { of } = await imported(stepFile(project(box.replace("'Wall 110'", String.raw`'C:\S\'`))));
    assert.equal(of('wall').mesh?.triangles, 12);
  });
});

describe('a text without its second quote', () => {
  const walls = (line: string, end = '\n') =>
    stepFile(
      project(`${boxShape(100, 1, 1, 1)}\n${wall(110, 'before', '#105')}\n${line}\n${wall(112, 'after', '#105')}`),
    )
      .split('\n')
      .join(end);

  it('ends where the instance has the arguments that it must have; nothing else is lost', async () => {
    const cases = [
      [`#111=IFCWALL('broken,$,'A, B',$,$,#20,#105,$,$);`, 'A, B'],
      [`#111=IFCWALL('broken',$,'A name,$,$,#20,#105,$,$);`, 'A name'],
      [`#111=IFCWALL('broken',$,A name',$,$,#20,#105,$,$);`, 'A name'],
      [`#111= IFCWALL('broken', $, 'It''s, a name, $, $, #20, #105, $, $);`, "It's, a name"],
    ] as const;
    for (const end of ['\n', '\r\n']) {
      for (const [line, name] of cases) {
        const { of, header } = await imported(walls(line, end));
        assert.equal(of('broken').name, name);
        assert.deepEqual(
          ['before', 'broken', 'after'].map((key) => of(key).mesh?.triangles),
          [12, 12, 12],
        );
        assert.deepEqual(messages(header), ['A text of #111 has no second quote; it is read as if it had one.']);
      }
    }
  });

  it('or the instance counts as absent where that cannot be told', async () => {
    const { of, records, header } = await imported(walls(`#111=IFCFOO('broken,$,$);`));
    assert.deepEqual(
      ['before', 'after'].map((key) => of(key).mesh?.triangles),
      [12, 12],
    );
    assert.equal(records.length, 5);
    assert.deepEqual(messages(header), ['A text of #111 has no second quote; #111 counts as absent.']);
  });

  it('at the end of the file', async () => {
    const { of } = await imported(
      stepFile(project(`${boxShape(100, 1, 1, 1)}\n${wall(110, 'a', '#105').replace("Wall 110'", 'Wall 110')}`)),
    );
    assert.equal(of('a').name, 'Wall 110');
  });
});

describe('bytes that do not belong there', () => {
  it('behind the end of the file are skipped and reported', async () => {
    for (const more of ['\0\0\0\0garbage', 'ISO-10303-21;\nnot again', "#999=IFCWALL('x"]) {
      const { header, of } = await imported(`${stepFile(project(box))}${more}`);
      assert.equal(of('wall').mesh?.triangles, 12);
      assert.match(messages(header).join(), /^\d+ bytes behind the end of the file were skipped\.$/);
    }
  });

  it('a missing semicolon costs neither the line nor the next one, and is reported', async () => {
    const text = stepFile(project(box));
    for (const line of [text.indexOf('#105='), text.indexOf('#103='), text.indexOf('#110=')]) {
      const end = text.indexOf(';', line);
      for (const between of ['', '\n', ' /* ; */ ']) {
        const { header, of } = await imported(text.slice(0, end) + between + text.slice(end + 1));
        assert.equal(of('wall').mesh?.triangles, 12);
        assert.deepEqual(messages(header), [
          `There is no semicolon behind ${text.slice(line, text.indexOf('=', line))}.`,
        ]);
      }
    }
  });

  it('a line that is no instance is kept from the mesher, which would not come to an end', async () => {
    const { of, header } = await imported(
      stepFile(project(`${boxShape(100, 1, 1, 1)}\n#2^=IFCDIRECTION((1.,0.,0.));\n${wall(112, 'after', '#105')}`)),
    );
    assert.equal(of('after').mesh?.triangles, 12);
    assert.deepEqual(messages(header), ['The line is no instance and was skipped.']);
  });

  it('nor would it with a reference of which a digit is damaged', async () => {
    const { of, header } = await imported(
      stepFile(
        project(`${boxShape(100, 1, 1, 1)}\n${wall(112, 'a', '#105')}\n#113=IFCRELAGGREGATES('rel',$,$,$,#33,(#^12));`),
      ),
    );
    assert.equal(of('a').mesh?.triangles, 12);
    assert.deepEqual(messages(header), ['#113 cannot be read and counts as absent.']);
  });

  it('one unreadable line is not called a cycle: it costs the shapes that stand on it', async () => {
    const text = stepFile(project(`${box}\n${boxShape(200, 2, 2, 2)}\n${wall(210, 'other', '#205')}`));
    const broken = text.replace(
      '#103=IFCEXTRUDEDAREASOLID(#102,#12,#11,1.);',
      '#103=IFCEXTRUDEDAREASOLID((#102,#12,#11,1.;',
    );
    assert.notEqual(broken, text);
    const { header, of } = await imported(broken);
    assert.ok(messages(header).includes('#103 cannot be read and counts as absent.'));
    assert.equal(of('other').mesh?.triangles, 12);
  });
});

describe('entities that the schema does not know', () => {
  it('are read as the ancestor that it knows, with mesh, and reported once', async () => {
    const beams = [1, 2].map((n) => `#40${n}= IFCBEAMSTANDARDCASE  ('beam-${n}',$,'B',$,$,#20,#105,'T',$);`).join('\n');
    const { header, of } = await imported(stepFile(project(`${box}\n${beams}`), 'IFC4X3_ADD2'));
    assert.deepEqual([of('beam-1').class, of('beam-2').mesh?.triangles, of('beam-1').tag], ['IfcBeam', 12, 'T']);
    assert.ok(messages(header).includes('IFCBEAMSTANDARDCASE is no entity of IFC4X3; 2 of them are read as IfcBeam.'));
  });

  it('are read as proxies when they look like a product and no version knows them', async () => {
    const strange = "#400=IFCFLYINGSAUCER('0123456789abcdefghij$_',$,'U',$,$,#20,#105,'T',$);\n#401=IFCSTRANGE(1.);";
    const { header, of } = await imported(stepFile(project(`${box}\n${strange}`)));
    const { class: name, mesh } = of('0123456789abcdefghij$_');
    assert.deepEqual([name, mesh?.triangles], ['IfcBuildingElementProxy', 12]);
    assert.deepEqual(messages(header), [
      'IFCFLYINGSAUCER is no entity of IFC4; 1 of them is read as IfcBuildingElementProxy.',
    ]);
  });
});

describe('a zip with other files', () => {
  const zip = async (files: Readonly<Record<string, string>>): Promise<string> => {
    const path = join(folder, 'model.ifczip');
    const archive = new ZipFile();
    for (const [name, text] of Object.entries(files)) archive.addBuffer(Buffer.from(text), name);
    archive.end();
    await pipeline(archive.outputStream, createWriteStream(path));
    return path;
  };

  it('is read; what systems add is nothing, and all else is reported', async () => {
    const file = { 'a.ifc': stepFile(project(box)), '__MACOSX/._a.ifc': 'x', '.hidden.ifc': 'y', 'b/.DS_Store': 'z' };
    assert.deepEqual(messages((await imported(await zip(file))).header), []);
    const more = await imported(await zip({ ...file, 'textures/brick.png': 'x' }));
    assert.deepEqual(messages(more.header), ['The zip holds other files, which were not read: textures/brick.png.']);
  });

  it('or a file that is IFC5 (ifcx) or ifcXML is refused by name with what to do instead', async () => {
    const path = join(folder, 'other.ifc');
    const refused = async (input: string) => {
      const error = await imported(input).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof EngineFailure && error.code === 'NotAnIfcFile', String(error));
      return error.message;
    };
    for (const text of ['{"header":{"ifcxVersion":"ifcx_alpha"},"data":[]}', '\ufeff \n{ }']) {
      writeFileSync(path, text);
      assert.match(await refused(path), /This is IFC5 \(ifcx\).+Export the model as IFC4 \(STEP\)/);
    }
    for (const text of ['<?xml version="1.0"?><ifcXML/>', '<ifc:ifcXML xmlns:ifc="x"/>', '<ex:iso_10303_28/>']) {
      writeFileSync(path, text);
      assert.match(await refused(path), /This is IFC-XML.+Export the model as IFC \(STEP\)/);
    }
    assert.match(await refused(await zip({ 'a.ifcx': '{}' })), /IFC5/);
    assert.match(await refused(await zip({ 'a.ifcXML': '<a/>' })), /IFC-XML/);
  });
});

describe('a scale that is not the same along the axes', () => {
  it('takes the first one where the second or third is left out', async () => {
    const scaled = (scales: string) =>
      project(`${boxShape(100, 1, 1, 1)}
#200=IFCREPRESENTATIONMAP(#12,#104);
#201=IFCCARTESIANTRANSFORMATIONOPERATOR3DNONUNIFORM($,$,#10,${scales});
#202=IFCMAPPEDITEM(#200,#201);
#203=IFCSHAPEREPRESENTATION(#9,'Body','MappedRepresentation',(#202));
#204=IFCPRODUCTDEFINITIONSHAPE($,$,(#203));
${wall(210, 'wall', '#204')}`);
    const sizes = async (scales: string) => {
      const { low, high } = (await imported(stepFile(scaled(scales)))).of('wall').box ?? { low: [], high: [] };
      return high.map((value, n) => Math.round(1000 * (value - (low[n] ?? 0))) / 1000);
    };
    assert.deepEqual(await sizes('0.5,$,$,2.'), [0.5, 0.5, 2]);
    assert.deepEqual(await sizes('3.,$,$,$'), [3, 3, 3]);
    assert.deepEqual(await sizes('3.,$,2.,$'), [3, 2, 3]);
    assert.deepEqual(await sizes('$,$,2.,3.'), [1, 2, 3]);
  });
});

describe('a placement along an alignment', () => {
  it('is where the file says itself that it is, and the mesh is there, too', async () => {
    const text = stepFile(
      project(`${boxShape(100, 1, 1, 1)}
#200=IFCCARTESIANPOINT((7.,8.,9.));
#201=IFCAXIS2PLACEMENT3D(#200,$,$);
#202 = IFCLINEARPLACEMENT ( #20, $ , #201 );
${wall(210, 'wall', '#105', '#202')}`),
      'IFC4X3_ADD2',
    );
    const { of, header } = await imported(text);
    const { placement, box } = of('wall');
    assert.deepEqual([placement?.[3], placement?.[7], placement?.[11]], [7, 8, 9]);
    assert.deepEqual(
      box?.low.map((value) => Math.round(10 * value) / 10),
      [6.5, 7.5, 9],
    );
    assert.deepEqual(messages(header), ['The schema IFC4X3_ADD2 is read as IFC4X3.']);
  });

  it('or on a grid that cannot be read is reported', async () => {
    const { of, header } = await imported(
      stepFile(project(`#106=IFCGRIDPLACEMENT($,$);\n${wall(107, 'on-grid', '$', '#106')}`)),
    );
    assert.equal(of('on-grid').placement, null);
    assert.match(messages(header).join(), /placement #106 \(IfcGridPlacement\) cannot be read/);
  });
});

describe('hard sample files', { skip: withoutHardSamples }, () => {
  it('a code page with quotes as signs; beams that the schema has no longer', async () => {
    const page = await imported(hardSample('code-page-quote.ifc'));
    assert.deepEqual([page.result.elementCount, page.header.counts.meshes], [29, 22]);
    const beams = await imported(hardSample('entity-not-in-schema.ifc'));
    assert.equal(beams.records.filter((record) => record.class === 'IfcBeam' && record.mesh !== undefined).length, 18);
  });
});

import assert from 'node:assert/strict';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { describe, it } from 'node:test';
import { ZipFile } from 'yazl';
import { EngineFailure } from '../engine.ts';
import type { IfcLimits } from './params.ts';
import { boxShape, imported, project, stepFile, testFolder, wall } from './testing/files.ts';

const folder = testFolder();
const good = stepFile(project(`${boxShape(100, 1, 1, 1)}\n${wall(110, 'wall', '#105')}`));

function fileOf(bytes: string | Uint8Array): string {
  const path = join(folder, 'broken.bin');
  writeFileSync(path, bytes);
  return path;
}

async function failure(input: string, limits: Partial<IfcLimits> = {}): Promise<[string, number | undefined, string]> {
  const error = await imported(input, { limits }).then(
    () => assert.fail('It was imported.'),
    (error: unknown) => error,
  );
  if (!(error instanceof EngineFailure)) throw error;
  return [error.code, error.line, error.message];
}

async function zip(files: Readonly<Record<string, string>>): Promise<string> {
  const path = join(folder, 'model.ifczip');
  const archive = new ZipFile();
  for (const [name, text] of Object.entries(files)) archive.addBuffer(Buffer.from(text), name);
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(path));
  return path;
}

describe('a file that cannot be imported says why, and where', () => {
  it('empty, or of another kind', async () => {
    assert.deepEqual(await failure(fileOf('')), ['EmptyFile', undefined, 'The file is empty.']);
    assert.deepEqual((await failure(fileOf('%PDF-1.7'))).slice(0, 2), ['NotAnIfcFile', 1]);
    assert.match((await failure(fileOf('<?xml version="1.0"?><ifcXML/>')))[2], /IFC-XML, which is not supported/);
  });

  it('without elements', async () => {
    assert.deepEqual((await failure(stepFile("#1=IFCPERSON($,$,'',$,$,$,$,$);"))).slice(0, 1), ['EmptyFile']);
    assert.deepEqual((await failure(stepFile(''))).slice(0, 1), ['EmptyFile']);
  });

  it('truncated anywhere: in an instance, in a string, between lines, in the header', async () => {
    const end = good.indexOf('ENDSEC;\nEND');
    const lastLine = good.slice(0, end).split('\n').length - 1;
    const cases: [string, number][] = [
      [good.slice(0, end - 3), lastLine],
      [good.slice(0, good.lastIndexOf("'Wall") + 3), lastLine],
      [good.slice(0, end), lastLine + 1],
      [good.slice(0, 60), 4],
    ];
    for (const [text, line] of cases) assert.deepEqual((await failure(text)).slice(0, 2), ['TruncatedFile', line]);
  });

  it('of a schema that is not known', async () => {
    const [code, line, message] = await failure(stepFile('', 'AP203_CONFIGURATION_CONTROLLED_3D_DESIGN'));
    assert.deepEqual([code, line], ['UnknownSchema', 5]);
    assert.match(message, /AP203\w+ is not supported; IFC2X3, IFC4 and IFC4X3 are/);
    assert.equal((await failure(good.replace(/FILE_SCHEMA.*/, '')))[0], 'UnknownSchema');
  });

  it('with a placement that is relative to itself', async () => {
    const circle = '#200=IFCLOCALPLACEMENT(#201,#12);\n#201=IFCLOCALPLACEMENT(#200,#12);';
    const [code, line, message] = await failure(stepFile(project(`${circle}\n${wall(202, 'a', '$', '#200')}`)));
    assert.deepEqual([code, line], ['CyclicFile', 23]);
    assert.match(message, /placement #200 is relative to itself/);
  });

  it('with a shape that is part of itself', async () => {
    const shape = (item: string) => `#300=IFCSHAPEREPRESENTATION(#9,'Body','CSG',(${item}));
#301=IFCPRODUCTDEFINITIONSHAPE($,$,(#300));\n${wall(302, 'a', '#301')}`;
    const circle = '#200=IFCBOOLEANRESULT(.UNION.,#201,#201);\n#201=IFCBOOLEANRESULT(.UNION.,#200,#200);';
    const cyclic = await failure(stepFile(project(`${circle}\n${shape('#200')}`)));
    assert.deepEqual(cyclic.slice(0, 2), ['CyclicFile', 23]);
    const next = (n: number) => 1000 + ((n + 1) % 5000);
    const ring = Array.from({ length: 5000 }, (_, n) => `#${1000 + n}=IFCBOOLEANRESULT(.UNION.,#${next(n)},#10);`);
    assert.equal((await failure(stepFile(project(`${ring.join('\n')}\n${shape('#1000')}`))))[0], 'CyclicFile');
  });

  it('over the limits', async () => {
    assert.equal((await failure(good, { bytes: 100 }))[0], 'FileTooLarge');
  });
});

describe('a zip', () => {
  it('is read when it holds one IFC file, whatever else', async () => {
    const { result } = await imported(await zip({ 'readme.txt': 'x', 'folder/a.IFC': good }));
    assert.equal(result.elementCount, 4);
  });

  it('is refused with none, with several, or broken', async () => {
    assert.match((await failure(await zip({ 'a.txt': good })))[2], /exactly one IFC file, and holds none/);
    assert.match((await failure(await zip({ 'a.ifc': good, 'b.ifc': good })))[2], /and holds several/);
    assert.equal((await failure(fileOf('PK\u0003\u0004 and no more')))[0], 'BadZip');
  });

  it('is counted while it is inflated', async () => {
    const large = good.replace('DATA;', `DATA;${' '.repeat(5_000_000)}`);
    assert.equal((await failure(await zip({ 'a.ifc': large }), { bytes: 1_000_000 }))[0], 'FileTooLarge');
    const lying = await zip({ 'a.ifc': large });
    const bytes = readFileSync(lying);
    // the size in the directory is made small: what comes out counts, not what is claimed
    const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes.writeUInt32LE(1000, directory + 24);
    assert.match((await failure(fileOf(bytes), { bytes: 1_000_000 }))[0], /BadZip|FileTooLarge/);
  });
});

describe('one bad element', () => {
  it('is left out or kept without mesh, and the report says where', async () => {
    const text = stepFile(
      project(`${boxShape(100, 1, 1, 1)}
${wall(110, 'good', '#105')}
#111=IFCWALL('bad-arguments',$,'x;
#112=IFCWALL('after',$,$,$,$,#20,$,$,$);
this is no instance;
#114 IFCWALL;
#115=IFCWALL('half',$,$,(,$,$);
${wall(116, 'no-shape', '#4711')}
${wall(117, 'last', '#105')}
${wall(117, 'twice', '#105')}`),
    );
    const { records, header } = await imported(text.replace("'x;\n", "'x',$,,;\n"));
    assert.deepEqual(
      records.filter((record) => record.mesh !== undefined).map((record) => record.globalId),
      ['good', 'last'],
    );
    assert.deepEqual(
      records.slice(3).map((record) => record.globalId),
      ['good', 'after', 'no-shape', 'last'],
    );
    assert.deepEqual(
      header.report.issues.map(({ line, message }) => `${line}: ${message}`),
      [
        '32: These bytes are no instance and were skipped.',
        '33: The line is no instance and was skipped.',
        '37: #117 is there twice; the first one counts.',
        '30: #111 cannot be read and counts as absent.',
        '34: #115 cannot be read and counts as absent.',
        '35: #4711 is referred to by #116, but not in the file.',
      ],
    );
  });

  // nested so deeply that the memory of the library overflows, which ends its instance
  const fatal = (walls: string): string => {
    const item = (n: number) => `#${1000 + n}=IFCBOOLEANRESULT(.UNION.,#${n === 1399 ? 103 : 1001 + n},#103);`;
    const chain = Array.from({ length: 1400 }, (_, n) => item(n)).join('\n');
    return stepFile(
      project(`${boxShape(100, 1, 1, 1)}\n${chain}\n#300=IFCSHAPEREPRESENTATION(#9,'Body','CSG',(#1000));
#301=IFCPRODUCTDEFINITIONSHAPE($,$,(#300));\n${walls}`),
    );
  };

  it('that brings the library down costs its own mesh only', async () => {
    const walls = [wall(400, 'before', '#105'), wall(401, 'fatal', '#301'), wall(402, 'after', '#105')];
    const { records, header } = await imported(fatal(walls.join('\n')));
    assert.deepEqual(
      records.slice(3).map((record) => record.mesh?.triangles),
      [12, undefined, 12],
    );
    const [issue] = header.report.issues;
    assert.deepEqual([issue?.line, issue?.globalId], [1432, 'fatal']);
    assert.match(issue?.message ?? '', /^Its shape cannot be read \(.+\); it has no mesh\.$/);
  });

  it('after twenty of the kind the rest has no meshes, and all else; each is reported', async () => {
    const walls = Array.from({ length: 25 }, (_, n) => wall(400 + n, `w${n}`, n < 2 ? '#105' : '#301'));
    const { result, header } = await imported(fatal(walls.join('\n')));
    assert.deepEqual([result.elementCount, result.triangleCount, result.issueCount], [28, 24, 23]);
    assert.deepEqual(
      header.report.issues.map((issue) => issue.globalId),
      Array.from({ length: 23 }, (_, n) => `w${n + 2}`),
    );
    assert.equal(header.report.issues.at(-1)?.message, 'It has no mesh: 20 shapes before it cannot be read.');
  });

  it('whose shape gives no mesh is always in the report with what it is made of, mapped or not; lines are no shape', async () => {
    const shape = (
      number: number,
      item: string,
      kind = 'Body',
    ) => `#${number}=IFCSHAPEREPRESENTATION(#9,'${kind}','X',(${item}));
#${number + 1}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${number}));`;
    const { header, records } = await imported(
      stepFile(
        project(`#200=IFCPOLYLINE((#10,#10));
#201=IFCSECTIONEDSPINE(#200,(),());
${shape(210, '#201')}
#220=IFCREPRESENTATIONMAP(#12,#210);
#221=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#10,1.,$);
#222=IFCMAPPEDITEM(#220,#221);
${shape(230, '#222')}
${shape(240, '#200', 'Axis')}
${boxShape(100, 1, 1, 1)}
${wall(400, 'spine', '#211')}
${wall(401, 'mapped', '#231')}
${wall(402, 'axis', '#241')}
${wall(403, 'box', '#105')}`),
      ),
    );
    assert.equal(records.filter((record) => record.mesh !== undefined).length, 1);
    assert.deepEqual(
      header.report.issues.map(({ globalId, message }) => [globalId, message]),
      ['spine', 'mapped'].map((id) => [id, 'Its shape has no mesh: nothing came of IfcSectionedSpine.']),
    );
  });

  it('that is part of itself loses that relation only', async () => {
    const circle = "#120=IFCRELAGGREGATES('r',$,$,$,#110,(#111));\n#121=IFCRELAGGREGATES('s',$,$,$,#111,(#110));";
    const { of, header } = await imported(stepFile(project(`${wall(110, 'a')}\n${wall(111, 'b')}\n${circle}`)));
    assert.deepEqual([of('a').parentId, of('b').parentId], [of('b').id, '0']);
    assert.equal(header.report.issueCount, 1);
    assert.match(header.report.issues[0]?.message ?? '', /part of itself/);
  });
});

it('too many triangles: no geometry, everything else', async () => {
  const { result, of } = await imported(good, { limits: { triangles: 11 } });
  assert.deepEqual([result.geometry, result.triangleCount, result.elementCount], [[], 0, 4]);
  assert.match(result.geometryRefused ?? '', /more than 11 triangles/);
  assert.equal(of('wall').mesh, undefined);
});

it('too many triangles, known only after many elements were described: none of them has a mesh', async () => {
  const walls = Array.from({ length: 500 }, (_, n) => wall(200 + n, `w${n}`, '#105'));
  const file = stepFile(project(`${boxShape(100, 1, 1, 1)}\n${walls.join('\n')}`));
  const { result, records, header } = await imported(file, { limits: { triangles: 12 * 450 } });
  assert.deepEqual([result.geometry, result.triangleCount, records.length], [[], 0, 503]);
  assert.ok(result.geometryRefused !== undefined);
  assert.deepEqual(
    records.filter((record) => record.mesh !== undefined || record.box !== undefined),
    [],
  );
  assert.deepEqual([header.counts.meshes, header.extents, header.report.issueCount], [0, null, 0]);
});

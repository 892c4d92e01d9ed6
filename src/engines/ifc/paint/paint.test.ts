import assert from 'node:assert/strict';
import { createWriteStream, mkdtempSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import yazl from 'yazl';
import { checkTileset, validate } from '../../tiles/testing/check-tileset.ts';
import { exportTiles } from '../../tiles/tiles.ts';
import {
  boxShape,
  hardSample,
  imported,
  project,
  stepFile,
  testFolder,
  wall,
  withoutHardSamples,
} from '../testing/files.ts';

const folder = testFolder();

/** The triangles of the tiles of a model, and what else is in it. */
async function shown(input: string) {
  const { result, records, header, of } = await imported(input);
  const output = mkdtempSync(join(folder, 'tiles-'));
  const { exports } = await exportTiles(
    { geometry: result.geometry, snapshot: result.snapshot, output, types: ['3DTiles', 'GLTF'] },
    { progress: () => {}, log: () => {} },
  );
  const [tiles, gltf] = exports;
  assert.ok(tiles && gltf);
  const { leaves } = await checkTileset(tiles);
  const path = gltf.files[1]?.path ?? '';
  await validate(readFileSync(path), 'Export.gltf', dirname(path));
  return {
    triangles: leaves.flatMap((leaf) => leaf.triangles),
    pictures: leaves.flatMap((leaf) => leaf.pictures),
    gltf: JSON.parse(readFileSync(path, 'utf8')),
    issues: header.report.issues.map(({ message }) => message),
    records,
    of,
  };
}

/** The colours of the triangles that look along an axis, as whole numbers of a byte, linear. */
const looking = (triangles: Awaited<ReturnType<typeof shown>>['triangles'], normal: readonly number[]) => [
  ...new Set(
    triangles
      .filter((triangle) => triangle.normal.every((value, axis) => Math.abs(value - (normal[axis] ?? 0)) < 0.02))
      .map(({ color }) => color.map((value) => Math.round(255 * value)).join(' ')),
  ),
];

/** A box of 2 by 2 by 2 from the origin as polygons: below, above, front (y = 0), back, left, right. */
const box = `#100=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(2.,0.,0.),(2.,2.,0.),(0.,2.,0.),(0.,0.,2.),(2.,0.,2.),(2.,2.,2.),(0.,2.,2.)));
${[
  [1, 4, 3, 2],
  [5, 6, 7, 8],
  [1, 2, 6, 5],
  [3, 4, 8, 7],
  [4, 1, 5, 8],
  [2, 3, 7, 6],
]
  .map((face, n) => `#${101 + n}=IFCINDEXEDPOLYGONALFACE((${face}));`)
  .join('\n')}
#110=IFCPOLYGONALFACESET(#100,.T.,(#101,#102,#103,#104,#105,#106),$);
#111=IFCSHAPEREPRESENTATION(#9,'Body','Tessellation',(#110));
#112=IFCPRODUCTDEFINITIONSHAPE($,$,(#111));`;
const colours = `#120=IFCCOLOURRGBLIST(((1.,0.,0.),(0.,1.,0.),(0.,0.,1.)));
#121=IFCINDEXEDCOLOURMAP(#110,1.,#120,(1,1,2,2,3,3));`;

describe('colours of single faces', () => {
  it('are those of the colour map, on polygons, and the body stays closed', async () => {
    const { triangles, of } = await shown(stepFile(project(`${box}\n${colours}\n${wall(130, 'w', '#112')}`)));
    assert.equal(triangles.length, 12);
    const sides = [
      [0, 0, 1],
      [0, -1, 0],
      [1, 0, 0],
    ].map((normal) => looking(triangles, normal));
    assert.deepEqual(sides, [['255 0 0 255'], ['0 255 0 255'], ['0 0 255 255']]);
    assert.deepEqual(of('w').colors, ['#0000ffff', '#00ff00ff', '#ff0000ff']);
    assert.equal(of('w').mesh?.closed, true);
    assert.ok(Math.abs((of('w').mesh?.volume ?? 0) - 8) < 1e-5);
  });

  it('stay when an opening is cut, which has the colour of the element', async () => {
    const { triangles, of } = await shown(
      stepFile(
        project(`${box}\n${colours}\n${boxShape(140, 1, 1, 5)}
${wall(130, 'w', '#112')}
#150=IFCCARTESIANPOINT((1.,1.,-1.));
#151=IFCAXIS2PLACEMENT3D(#150,$,$);
#152=IFCLOCALPLACEMENT(#20,#151);
#153=IFCOPENINGELEMENT('hole',$,$,$,$,#152,#145,$,$);
#154=IFCRELVOIDSELEMENT('rel',$,$,$,#130,#153);`),
      ),
    );
    assert.ok(triangles.length > 12);
    assert.deepEqual(looking(triangles, [0, 0, 1]), ['255 0 0 255']);
    assert.deepEqual(looking(triangles, [1, 0, 0]).sort(), ['0 0 255 255', '255 255 255 255']);
    assert.ok(Math.abs((of('w').mesh?.volume ?? 0) - 6) < 1e-4);
  });

  it('are there on mapped shapes that are turned, far away, in millimetres, transparent, on triangles', async () => {
    const { triangles } = await shown(
      stepFile(
        project(`#100=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(2000.,0.,0.),(2000.,2000.,0.),(0.,2000.,0.)));
#110=IFCTRIANGULATEDFACESET(#100,$,.F.,((1,2,3),(1,3,4)),$);
#111=IFCSHAPEREPRESENTATION(#9,'Body','Tessellation',(#110));
#112=IFCREPRESENTATIONMAP(#12,#111);
#113=IFCDIRECTION((0.,1.,0.));
#114=IFCCARTESIANPOINT((3500000000.,0.,0.));
#115=IFCCARTESIANTRANSFORMATIONOPERATOR3D(#113,$,#114,2.,$);
#116=IFCMAPPEDITEM(#112,#115);
#117=IFCSHAPEREPRESENTATION(#9,'Body','MappedRepresentation',(#116));
#118=IFCPRODUCTDEFINITIONSHAPE($,$,(#117));
#120=IFCCOLOURRGBLIST(((1.,0.,0.),(0.,1.,0.)));
#121=IFCINDEXEDCOLOURMAP(#110,0.5,#120,(1,2));
${wall(130, 'w', '#118')}`).replace('.LENGTHUNIT.,$,', '.LENGTHUNIT.,.MILLI.,'),
      ),
    );
    assert.deepEqual(looking(triangles, [0, 0, 1]).sort(), ['0 255 0 128', '255 0 0 128']);
  });

  it('colour-map, a public sample', { skip: withoutHardSamples }, async () => {
    const { records } = await imported(hardSample('colour-map.ifc'));
    assert.deepEqual(records.at(-1)?.colors, ['#008000ff', '#ff0000ff', '#ffff00ff']);
  });
});

/** A square of two triangles whose texture lies on it as it stands. */
const square = (
  texture: string,
  more = '',
) => `#100=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(2.,0.,0.),(2.,2.,0.),(0.,2.,0.)));
#110=IFCTRIANGULATEDFACESET(#100,$,.F.,((1,2,3),(1,3,4)),$);
#111=IFCSHAPEREPRESENTATION(#9,'Body','Tessellation',(#110));
#112=IFCPRODUCTDEFINITIONSHAPE($,$,(#111));
#120=IFCTEXTUREVERTEXLIST(((0.,0.),(1.,0.),(1.,1.),(0.,1.)));
#121=${texture};
#122=IFCINDEXEDTRIANGLETEXTUREMAP((#121),#110,#120,((1,2,3),(1,3,4)));
${more}${wall(130, 'w', '#112')}`;

/** Where every corner is in the texture: upwards in the model is upwards in the picture. */
function assertLies({ triangles }: Awaited<ReturnType<typeof shown>>): void {
  assert.equal(triangles.length, 2);
  for (const { corners, uv } of triangles) {
    for (const [n, [x = 0, y = 0]] of corners.entries()) {
      const [u = 0, v = 0] = uv?.[n] ?? [Number.NaN];
      assert.ok(Math.abs(u - x / 2) < 1e-3 && Math.abs(v - (1 - y / 2)) < 1e-3, `${u} ${v} at ${x} ${y}`);
    }
  }
}

const pixels = `IFCPIXELTEXTURE(.T.,.F.,$,$,$,2,2,3,("0FF0000","000FF00","00000FF","0FFFFFF"))`;

describe('textures', () => {
  it('of pixels, of which the first is below on the left', async () => {
    const found = await shown(stepFile(project(square(pixels))));
    assertLies(found);
    assert.deepEqual(found.issues, []);
    const { data } = await sharp(found.pictures[0]).raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([...data], [0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 255, 0]);
    assert.deepEqual(found.gltf.samplers, [{ wrapS: 10497, wrapT: 33071 }]);
    assert.equal(found.gltf.images.length, 1);
  });

  it('in the file, as a blob or in the address', async () => {
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const inline = `data:image/png;base64,${png.toString('base64')}`;
    for (const texture of [
      `IFCBLOBTEXTURE(.T.,.T.,$,$,$,'PNG',"0${png.toString('hex').toUpperCase()}")`,
      `IFCIMAGETEXTURE(.T.,.T.,$,$,$,'${inline}')`,
    ]) {
      const found = await shown(stepFile(project(square(texture))));
      assertLies(found);
      assert.equal((await sharp(found.pictures[0]).metadata()).width, 4);
    }
  });

  it('beside the file in its zip, on polygons; a large picture is made smaller', async () => {
    const jpeg = await sharp({ create: { width: 5000, height: 10, channels: 3, background: '#ff0000' } })
      .jpeg()
      .toBuffer();
    const zip = new yazl.ZipFile();
    const faces = `#140=IFCINDEXEDPOLYGONALFACE((1,2,3,4));
#110=IFCPOLYGONALFACESET(#100,.F.,(#140),$);
#141=IFCTEXTURECOORDINATEINDICES((1,2,3,4),#140);
#122=IFCINDEXEDPOLYGONALTEXTUREMAP((#121),#110,#120,(#141));`;
    const lines = square(`IFCIMAGETEXTURE(.T.,.T.,$,$,$,'C:\\\\Work\\\\Brick%20Red.JPG')`).split('\n');
    const file = lines.filter((one) => !/^#(110|122)=/.test(one)).join('\n');
    zip.addBuffer(Buffer.from(stepFile(project(`${file}\n${faces}`), 'IFC4X3')), 'model.ifc');
    zip.addBuffer(jpeg, 'textures/brick red.jpg');
    zip.addBuffer(Buffer.from('x'), 'readme.txt');
    zip.end();
    const path = join(folder, 'model.zip');
    await finished(zip.outputStream.pipe(createWriteStream(path)));
    const found = await shown(path);
    assertLies(found);
    assert.deepEqual(found.issues, ['The zip holds other files, which were not read: readme.txt.']);
    assert.equal((await sharp(found.pictures[0]).metadata()).width, 4096);
  });

  it('that are not there, or no pictures, are reported, and the shape has its own colour', async () => {
    for (const [texture, why] of [
      [`IFCIMAGETEXTURE(.T.,.T.,$,$,$,'https://example.com/a.png')`, /not in the file: upload the model as a zip/],
      [`IFCBLOBTEXTURE(.T.,.T.,$,$,$,'PNG',"0DEADBEEF")`, /^The picture of a texture cannot be read/],
      [`IFCPIXELTEXTURE(.T.,.T.,$,$,$,9,9,3,("0FF0000"))`, /pixels of a texture do not fit/],
    ] as const) {
      const { triangles, issues, pictures } = await shown(stepFile(project(square(texture))));
      assert.deepEqual([triangles.length, pictures.length, issues.length], [2, 0, 1]);
      assert.match(issues[0] ?? '', why);
    }
  });

  it('from far are their mean colour', async () => {
    const [wide, high] = [200, 150];
    const points = Array.from(
      { length: (wide + 1) * (high + 1) },
      (_, n) => `(${n % (wide + 1)}.,${Math.floor(n / (wide + 1))}.,0.)`,
    );
    const corners = Array.from({ length: wide * high }, (_, n) => {
      const at = 1 + (n % wide) + Math.floor(n / wide) * (wide + 1);
      return [`(${at},${at + 1},${at + wide + 2})`, `(${at},${at + wide + 2},${at + wide + 1})`];
    }).flat();
    const file = square(pixels)
      .replace(/\(\(0\.,0\.,0\.\).*\)\);/, `(${points}));`)
      .replace(/\.F\.,\(\(1,2,3\),\(1,3,4\)\)/, `.F.,(${corners})`)
      .replace(/#120,\(\(1,2,3\),\(1,3,4\)\)/, `#120,(${corners.map(() => '(1,2,3)')})`);
    const { result } = await imported(stepFile(project(file)));
    const output = mkdtempSync(join(folder, 'tiles-'));
    const { exports } = await exportTiles(
      { geometry: result.geometry, snapshot: result.snapshot, output, types: ['3DTiles'] },
      { progress: () => {}, log: () => {} },
    );
    const { leaves, parents } = await checkTileset(exports[0] ?? assert.fail());
    assert.ok(leaves.length > 1 && leaves.every(({ pictures }) => pictures.length === 1));
    assert.deepEqual(parents[0]?.pictures, []);
    // of red, green, blue and white
    const [r = 0, g = 0, b = 0] = parents[0]?.triangles[0]?.color ?? [];
    for (const value of [r, g, b]) assert.ok(Math.abs(value - 0.214) < 0.02, `${r} ${g} ${b}`);
  });
});

const [low, high] = ['0.', '2.'];
/** A box of 2 by 2 by 2 as a shape of single faces, #140; its upper one is #151, with a hole of 0.5 where `hole`. */
const facedBox = (hole = false) => {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((n) =>
    [n % 4 === 1 || n % 4 === 2, n % 4 > 1, n > 3].map((far) => (far ? high : low)),
  );
  const loops = [
    [3, 2, 1, 0],
    [4, 5, 6, 7],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [3, 0, 4, 7],
    [1, 2, 6, 5],
  ];
  return `${corners.map((corner, n) => `#${100 + n}=IFCCARTESIANPOINT((${corner}));`).join('\n')}
${loops
  .map(
    (loop, n) => `#${110 + n}=IFCPOLYLOOP((${loop.map((corner) => `#${100 + corner}`)}));
#${120 + n}=IFCFACEOUTERBOUND(#${110 + n},.T.);
#${150 + n}=IFCFACE((#${120 + n}${hole && n === 1 ? ',#166' : ''}));`,
  )
  .join('\n')}
#161=IFCCARTESIANPOINT((0.5,0.5,2.));\n#162=IFCCARTESIANPOINT((0.5,1.,2.));\n#163=IFCCARTESIANPOINT((1.,1.,2.));
#164=IFCPOLYLOOP((#161,#162,#163));\n#166=IFCFACEBOUND(#164,.T.);
#139=IFCCLOSEDSHELL((#150,#151,#152,#153,#154,#155));
#140=IFCFACETEDBREP(#139);
#141=IFCSHAPEREPRESENTATION(#9,'Body','Brep',(#140));
#142=IFCPRODUCTDEFINITIONSHAPE($,$,(#141));
${wall(143, 'w', '#142')}`;
};

/** Where corners of faces that look along an axis are in the picture, as `u v` and a place. */
const texturedAt = ({ triangles }: Awaited<ReturnType<typeof shown>>, axis: number, sign: number) =>
  triangles.flatMap(({ normal, corners, uv }) =>
    Math.abs((normal[axis] ?? 0) - sign) < 0.02 && uv ? corners.map((corner, n) => ({ corner, uv: uv[n] ?? [] })) : [],
  );

describe('textures of single faces', () => {
  const map = `#170=${pixels};
#171=IFCTEXTUREVERTEX((0.,0.));\n#172=IFCTEXTUREVERTEX((1.,0.));\n#173=IFCTEXTUREVERTEX((1.,1.));\n#174=IFCTEXTUREVERTEX((0.,1.));
#175=IFCTEXTUREMAP((#170),(#171,#172,#173,#174),#151);`;

  it('lie on their face, also about its hole, and on no other', async () => {
    for (const hole of [false, true]) {
      const found = await shown(stepFile(project(`${facedBox(hole)}\n${map}`)));
      assert.deepEqual(found.issues, []);
      const above = texturedAt(found, 2, 1);
      assert.equal(above.length > 6, hole);
      for (const {
        corner: [x = 0, y = 0],
        uv: [u = 9, v = 9],
      } of above)
        assert.ok(Math.abs(u - x / 2) < 1e-3 && Math.abs(v - (1 - y / 2)) < 1e-3, `${u} ${v} at ${x} ${y}`);
      assert.deepEqual(texturedAt(found, 0, 1), []);
      assert.ok(found.triangles.length >= 12);
    }
  });

  it('of several pictures are each on its own face', async () => {
    const other = `#180=IFCPIXELTEXTURE(.T.,.T.,$,$,$,1,1,3,("0112233"));\n#181=IFCTEXTUREMAP((#180),(#171,#172,#173,#174),#155);`;
    const found = await shown(stepFile(project(`${facedBox()}\n${map}\n${other}`)));
    assert.deepEqual([texturedAt(found, 2, 1).length, texturedAt(found, 0, 1).length], [6, 6]);
    assert.equal(found.pictures.length, 2);
  });

  const styled = (
    item: number,
    mode: string,
    transform = '$',
  ) => `#170=IFCPIXELTEXTURE(.T.,.T.,$,${transform},$,1,1,3,("0112233"));
#171=IFCTEXTURECOORDINATEGENERATOR((#170),'${mode}',$);
#172=IFCSURFACESTYLEWITHTEXTURES((#170));
#173=IFCSURFACESTYLE($,.BOTH.,(#172));
#174=IFCSTYLEDITEM(#${item},(#173),$);`;

  it('by the rule of places, moved and scaled, and of normals', async () => {
    const half = `#175=IFCCARTESIANPOINT((0.25,0.));\n#176=IFCCARTESIANTRANSFORMATIONOPERATOR2D($,$,#175,0.5);`;
    const byPlace = await shown(stepFile(project(`${facedBox()}\n${half}\n${styled(140, 'COORD', '#176')}`)));
    assert.deepEqual(byPlace.issues, []);
    for (const [axis, sign] of [
      [2, 1],
      [1, -1],
    ] as const) {
      const corners = texturedAt(byPlace, axis, sign);
      assert.equal(corners.length, 6);
      for (const {
        corner: [x = 0, y = 0],
        uv: [u = 9, v = 9],
      } of corners)
        assert.ok(Math.abs(u - (0.25 + x / 2)) < 1e-3 && Math.abs(v - (1 - y / 2)) < 1e-3, `${u} ${v} at ${x} ${y}`);
    }
    const byNormal = await shown(stepFile(project(`${facedBox()}\n${styled(140, 'Sphere-Local')}`)));
    const right = texturedAt(byNormal, 0, 1).map(({ uv }) => uv.map((value) => Math.round(value * 100)));
    assert.deepEqual(right, Array(6).fill([100, 50]));
  });

  it('by a rule that is not read, or on a shape without faces, are reported', async () => {
    const unknown = await shown(stepFile(project(`${facedBox()}\n${styled(140, 'SPHERE')}`)));
    assert.deepEqual(unknown.pictures, []);
    assert.match(unknown.issues.join(), /follow the rule 'SPHERE', which is not read/);
    const swept = await shown(
      stepFile(project(`${boxShape(100, 1, 1, 2)}\n${wall(120, 'w', '#105')}\n${styled(103, 'COORD')}`)),
    );
    assert.deepEqual(swept.pictures, []);
    assert.match(
      swept.issues.join(),
      /#103 \(IfcExtrudedAreaSolid\) follows a rule, which is read on shapes of faces only/,
    );
  });
});

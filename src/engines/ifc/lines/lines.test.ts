import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
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

/** The lines of each element in the tiles, by GlobalId. */
async function drawn(input: string) {
  const { result, records, header, of } = await imported(input);
  const output = mkdtempSync(join(folder, 'tiles-'));
  const { exports, triangleCount } = await exportTiles(
    { geometry: result.geometry, snapshot: result.snapshot, output, types: ['3DTiles', 'MODEL', 'GLTF'] },
    { progress: () => {}, log: () => {} },
  );
  const [general, viewer, gltf] = exports;
  assert.ok(general && viewer && gltf);
  const { leaves } = await checkTileset(general);
  assert.equal((await checkTileset(viewer)).leaves[0]?.lines.length, leaves[0]?.lines.length);
  const path = gltf.files[1]?.path ?? '';
  await validate(readFileSync(path), 'Export.gltf', dirname(path));
  const lines = Map.groupBy(
    leaves.flatMap(({ lines, table }) => lines.map((line) => ({ ...line, key: table.globalId?.[line.feature] ?? '' }))),
    ({ key }) => key,
  );
  return { lines, records, header, of, triangleCount, gltf: JSON.parse(readFileSync(path, 'utf8')) };
}

const round = (value: number) => Math.round(value * 1000) / 1000 + 0;
const places = (lines: readonly { readonly corners: readonly (readonly number[])[] }[] | undefined) =>
  lines?.map(({ corners }) => corners.map((corner) => corner.map(round)));

const annotation = (number: number, key: string, items: string, placement = '#20') =>
  `#${number}=IFCSHAPEREPRESENTATION(#9,'Annotation','GeometricCurveSet',(${items}));
#${number + 1}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${number}));
#${number + 2}=IFCANNOTATION('${key}',$,$,$,$,${placement},#${number + 1});`;

const line = `#100=IFCCARTESIANPOINT((1.,2.,3.));
#101=IFCCARTESIANPOINT((5.,2.,3.));
#102=IFCCARTESIANPOINT((5.,6.,3.));
#103=IFCPOLYLINE((#100,#101,#102));`;

describe('lines of a model', () => {
  it('of annotations are in the tiles and the glTF, where they stand, with their colours', async () => {
    const { lines, of, triangleCount, gltf } = await drawn(
      stepFile(
        project(`${line}
#110=IFCGEOMETRICCURVESET((#103));
#111=IFCCOLOURRGB($,1.,0.,0.);
#112=IFCCURVESTYLE($,$,$,#111,$);
#113=IFCSTYLEDITEM(#103,(#112),$);
#120=IFCCARTESIANPOINT((100.,0.,0.));
#121=IFCAXIS2PLACEMENT3D(#120,$,$);
#122=IFCLOCALPLACEMENT(#20,#121);
${annotation(130, 'moved', '#110', '#122')}
#140=IFCSHAPEREPRESENTATION(#9,'Annotation','GeometricCurveSet',(#110));
#141=IFCREPRESENTATIONMAP(#12,#140);
#142=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#10,2.,$);
#143=IFCMAPPEDITEM(#141,#142);
${annotation(150, 'mapped', '#143')}
${boxShape(160, 1, 1, 2)}
${wall(170, 'wall', '#165')}`),
      ),
    );
    assert.deepEqual(places(lines.get('moved')), [
      [
        [101, 2, 3],
        [105, 2, 3],
      ],
      [
        [105, 2, 3],
        [105, 6, 3],
      ],
    ]);
    assert.deepEqual(lines.get('moved')?.[0]?.color, [1, 0, 0, 1]);
    assert.deepEqual(places(lines.get('mapped'))?.[0], [
      [2, 4, 6],
      [10, 4, 6],
    ]);
    assert.deepEqual(of('moved').box, { low: [101, 2, 3], high: [105, 6, 3] });
    assert.equal(of('moved').mesh, undefined);
    assert.equal(triangleCount, 12);
    const modes = gltf.meshes.map(({ primitives }: { primitives: { mode?: number }[] }) => primitives[0]?.mode);
    assert.deepEqual(modes, [1, 1, undefined]);
  });

  it('of a grid are its curves, or else its axes', async () => {
    const axes = `${line}
#110=IFCPOLYLINE((#100,#101));
#111=IFCGRIDAXIS('A',#110,.T.);
#112=IFCPOLYLINE((#101,#102));
#113=IFCGRIDAXIS('1',#112,.T.);`;
    const { lines } = await drawn(stepFile(project(`${axes}\n#120=IFCGRID('grid',$,$,$,$,#20,$,(#111),(#113),$,$);`)));
    assert.equal(lines.get('grid')?.length, 2);
    const shown = await drawn(
      stepFile(
        project(`${axes}
#121=IFCGEOMETRICCURVESET((#110));
#122=IFCSHAPEREPRESENTATION(#9,'FootPrint','GeometricCurveSet',(#121));
#123=IFCPRODUCTDEFINITIONSHAPE($,$,(#122));
#120=IFCGRID('grid',$,$,$,$,#20,#123,(#111),(#113),$,$);`),
      ),
    );
    assert.equal(shown.lines.get('grid')?.length, 1);
  });

  it('far away keep their millimetres, and those of walls are not shown', async () => {
    const { lines } = await drawn(
      stepFile(
        project(`${line}
#120=IFCCARTESIANPOINT((3500000.,5400000.,0.));
#121=IFCAXIS2PLACEMENT3D(#120,$,$);
#122=IFCLOCALPLACEMENT(#20,#121);
${annotation(130, 'far', '#103', '#122')}
#140=IFCSHAPEREPRESENTATION(#9,'Axis','Curve3D',(#103));
${boxShape(160, 1, 1, 2)}
#141=IFCPRODUCTDEFINITIONSHAPE($,$,(#140,#164));
${wall(170, 'wall', '#141')}`),
      ),
    );
    assert.deepEqual([...lines.keys()], ['far']);
    assert.deepEqual(places(lines.get('far'))?.[0], [
      [3_500_001, 5_400_002, 3],
      [3_500_005, 5_400_002, 3],
    ]);
  });

  it('a model of lines alone is exported, and one with more lines than a tile holds is divided', async () => {
    const count = 60_000;
    const points = Array.from({ length: count + 1 }, (_, n) => `(${n}.,${n % 2}.,0.)`);
    const { lines } = await drawn(
      stepFile(
        project(`#100=IFCCARTESIANPOINTLIST3D((${points}));
#101=IFCINDEXEDPOLYCURVE(#100,$,$);
${annotation(130, 'long', '#101')}`),
      ),
    );
    assert.equal(lines.get('long')?.length, count);
  });
});

describe('lines of public samples', { skip: withoutHardSamples }, () => {
  it('linear-placement-a: the alignment in space, its segments and what is seen from above are not drawn twice', async () => {
    const { lines, of } = await drawn(hardSample('linear-placement-a.ifc'));
    assert.deepEqual([...lines.keys()], ['0jJsLoidn8SB_UvO4H9xXU']);
    const drawnLines = lines.get('0jJsLoidn8SB_UvO4H9xXU') ?? [];
    const length = drawnLines.reduce(
      (sum, { corners: [a = [], b = []] }) => sum + Math.hypot(...a.map((value, n) => value - (b[n] ?? 0))),
      0,
    );
    assert.ok(Math.abs(length - 1029.38) < 0.05, `${length} m`);
    const heights = drawnLines.flatMap(({ corners }) => corners.map(([, , z = 0]) => z));
    assert.ok(Math.abs(Math.min(...heights) - 2) < 0.02 && Math.abs(Math.max(...heights) - 5) < 0.02);
    assert.ok(of('0jJsLoidn8SB_UvO4H9xXU').box);
  });

  it('grid-placement: its ten axes', async () => {
    const { lines } = await drawn(hardSample('grid-placement.ifc'));
    assert.equal(lines.get('0fuUMCx0jFggWzjspLeC2b')?.length, 10);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform, type Platform, requireSuccess } from '../../../test/support/platform.ts';
import { boxShape, doorLibrary, project, stepFile, wall } from '../../engines/ifc/testing/files.ts';
import { rootOf } from '../storage/testing/fixture.ts';
import { imported, newModel } from './testing/files.ts';

/** Imports a file, and answers the model and its changeset with the report. */
async function read(p: Platform, name: string, text: string) {
  const owner = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
  const { id: twinId } = await p.twin(owner);
  const { id } = await newModel(p, owner, await rootOf(p, owner, twinId), name, text);
  await imported(p, owner, id);
  const get = async (path: string) => requireSuccess(await p.call(owner, `GET /models/${id}${path}`));
  return { model: (await get('')).model, report: (await get('/changesets/1')).changeset.report, get };
}

eachPlatform('the report of an import', (platform) => {
  it('lists the types of a library without products, which is Ready with 0 elements', async () => {
    const { model, report, get } = await read(await platform(), 'doors.ifc', doorLibrary());
    assert.deepEqual([model.state, model.elementCount, model.extents], ['Ready', 0, null]);
    assert.deepEqual([report.typeCount, report.propertySetCount, report.issueCount], [1, 1, 0]);
    const [type] = report.types;
    assert.deepEqual(
      [type.class, type.name, type.elementCount, type.hasShape],
      ['IfcDoorType', 'Door 900 x 2100', 0, true],
    );
    assert.deepEqual(type.propertySets[0].properties, { FireRating: 'EI30' });
    assert.deepEqual((await get('/elements')).elements, []);
    assert.deepEqual((await get('/tree')).tree.children, []);
  });

  it('says what was read in another way than it is written', async () => {
    const file = stepFile(
      project(`${boxShape(100, 4, 1, 3)}
#110=IFCCARTESIANPOINT((512345.,5400678.,0.));
#111=IFCAXIS2PLACEMENT3D(#110,$,$);
#112=IFCLOCALPLACEMENT($,#111);
#113=IFCLOCALPLACEMENT(#112,$);
${wall(114, 'w', '#105', '#113')}
#120=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,$);
#121=IFCMAPCONVERSION(#9,#120,512345.,5400678.,0.,$,$,$);`).replace("'Site',$,$,#20,", "'Site',$,$,#112,"),
      ' IFC4 ',
    );
    const { model, report } = await read(await platform(), 'far.ifc', file);
    const messages = report.issues.map(({ message }: { message: string }) => message);
    assert.equal(messages.length, 3);
    assert.match(messages[0], /^The schema ' IFC4 ' \(with blanks\) is read as IFC4/);
    assert.match(messages[1], /#113 leaves out RelativePlacement/);
    assert.match(messages[2], /its map conversion adds them once more; they were used once/);
    const [a, b, c, d] = model.ecefTransform;
    // the X coordinate of the wall from the middle of the earth
    assert.ok(Math.abs(a * 512_345 + b * 5_400_678 + c * 0 + d - 4_160_800) < 2000);
  });
});

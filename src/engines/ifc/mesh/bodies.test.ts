import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boxShape, imported, project, stepFile, wall } from '../testing/files.ts';

/** A disk along a curve that nobody can follow. */
const unknown = `#300=IFCDIRECTION((1.,0.,0.));
#301=IFCVECTOR(#300,1.);
#302=IFCLINE(#10,#301);
#303=IFCOFFSETCURVE3D(#302,1.,.F.,#300);
#304=IFCTRIMMEDCURVE(#303,(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(1.)),.T.,.PARAMETER.);
#305=IFCSWEPTDISKSOLID(#304,0.1,$,0.,1.);`;

describe('an element whose shape is of several bodies', () => {
  it('is in the report when one of them has no mesh', async () => {
    const { of, header } = await imported(
      stepFile(
        project(`${boxShape(100, 4, 0.2, 3)}
${unknown}
#310=IFCSHAPEREPRESENTATION(#9,'Body','SweptSolid',(#103,#305));
#311=IFCPRODUCTDEFINITIONSHAPE($,$,(#310));
${wall(312, 'w', '#311')}`),
      ),
    );
    assert.equal(of('w').mesh?.triangles, 12);
    assert.deepEqual(
      header.report.issues.map(({ globalId, message }) => [globalId, message]),
      [['w', 'A part of its shape has no mesh: nothing came of IfcSweptDiskSolid.']],
    );
  });

  it('is not when all have: cut, mapped, with an opening', async () => {
    const { header, of } = await imported(
      stepFile(
        project(`${boxShape(100, 4, 0.2, 3)}
${boxShape(110, 1, 1, 2)}
#120=IFCBOOLEANRESULT(.DIFFERENCE.,#103,#113);
#121=IFCSHAPEREPRESENTATION(#9,'Body','CSG',(#120));
#122=IFCPRODUCTDEFINITIONSHAPE($,$,(#121));
${wall(123, 'cut', '#122')}
#130=IFCREPRESENTATIONMAP(#12,#104);
#131=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#10,$,$);
#132=IFCMAPPEDITEM(#130,#131);
#133=IFCSHAPEREPRESENTATION(#9,'Body','MappedRepresentation',(#132));
#134=IFCPRODUCTDEFINITIONSHAPE($,$,(#133));
${wall(135, 'mapped', '#134')}
${wall(140, 'open', '#105')}
#141=IFCOPENINGELEMENT('hole',$,'Hole',$,$,#20,#115,$,$);
#142=IFCRELVOIDSELEMENT('rel-4',$,$,$,#140,#141);
#150=IFCCSGSOLID(#120);
#151=IFCSHAPEREPRESENTATION(#9,'Body','CSG',(#150));
#152=IFCPRODUCTDEFINITIONSHAPE($,$,(#151));
${wall(153, 'csg', '#152')}`),
      ),
    );
    assert.deepEqual(header.report.issues, []);
    for (const key of ['cut', 'mapped', 'open', 'csg']) assert.ok(of(key).mesh, key);
  });
});

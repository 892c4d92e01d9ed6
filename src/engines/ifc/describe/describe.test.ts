import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Json } from '../../snapshot/types.ts';
import { boxShape, imported, project, stepFile, wall } from '../testing/files.ts';

/** The records of a wall `w` (#100) with these instances beside it. */
const wallWith = async (data: string, schema?: string) =>
  (await imported(stepFile(project(`${wall(100, 'w')}\n${data}`), schema))).of('w');

describe('properties', () => {
  it('have a form for every kind of value', async () => {
    const { propertySets, checksums } =
      await wallWith(`#200=IFCPROPERTYSINGLEVALUE('Text',$,IFCLABEL('W\\X2\\00E4\\X0\\nde'),$);
#201=IFCPROPERTYSINGLEVALUE('Number',$,IFCREAL(0.30000000004),$);
#202=IFCPROPERTYSINGLEVALUE('Yes',$,IFCBOOLEAN(.T.),$);
#203=IFCPROPERTYSINGLEVALUE('Perhaps',$,IFCLOGICAL(.U.),$);
#204=IFCPROPERTYSINGLEVALUE('Empty',$,$,$);
#205=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#206=IFCPROPERTYSINGLEVALUE('Width',$,IFCLENGTHMEASURE(300.),#205);
#207=IFCPROPERTYENUMERATEDVALUE('Status',$,(IFCLABEL('NEW'),IFCLABEL('EXISTING')),$);
#208=IFCPROPERTYLISTVALUE('List',$,(IFCINTEGER(1),IFCINTEGER(2)),$);
#209=IFCPROPERTYBOUNDEDVALUE('Range',$,IFCREAL(9.),IFCREAL(1.),#205,$);
#210=IFCPROPERTYTABLEVALUE('Curve',$,(IFCREAL(1.),IFCREAL(2.)),(IFCREAL(3.),IFCREAL(4.)),$,#205,$,.LINEAR.);
#211=IFCCOMPLEXPROPERTY('Whole',$,'use',(#200,#201));
#212=IFCPROPERTYREFERENCEVALUE('Who',$,'maker',#213);
#213=IFCORGANIZATION($,'ACME',$,$,$);
#214=IFCPROPERTYSINGLEVALUE('Text',$,IFCLABEL('again'),$);
#215=IFCPROPERTYSET('s',$,'Pset',$,(#200,#201,#202,#203,#204,#206,#207,#208,#209,#210,#211,#212,#214,#4711));
#216=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#100),#215);`);
    const properties: Record<string, Json> = {
      Text: 'Wände',
      Number: 0.3,
      Yes: true,
      Perhaps: 'UNKNOWN',
      Empty: null,
      Width: { value: 300, unit: 'MILLIMETRE' },
      Status: ['NEW', 'EXISTING'],
      List: [1, 2],
      Range: { lower: 1, upper: 9, unit: 'MILLIMETRE' },
      Curve: { defining: [1, 2], defined: [3, 4], definingUnit: 'MILLIMETRE' },
      Whole: { Text: 'Wände', Number: 0.3 },
      Who: { class: 'IfcOrganization', name: 'ACME', usage: 'maker' },
      'Text~2': 'again',
    };
    assert.deepEqual(propertySets[0]?.properties, properties);
    assert.equal('Pset.Empty' in checksums.properties, false);
    assert.equal('Pset.Text' in checksums.properties, true);
  });

  it('come with quantities, with sets of one name, and with those of the type', async () => {
    const { propertySets, type, checksums } = await wallWith(`#200=IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('1'),$);
#201=IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('2'),$);
#202=IFCPROPERTYSET('b',$,'Pset',$,(#200));
#203=IFCPROPERTYSET('a',$,'Pset',$,(#201));
#204=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#100),#202);
#205=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#100),IFCPROPERTYSETDEFINITIONSET((#203,#202)));
#206=IFCQUANTITYVOLUME('NetVolume',$,$,2.5,$);
#207=IFCQUANTITYLENGTH('Length',$,$,4.,$);
#208=IFCPHYSICALCOMPLEXQUANTITY('Layer',$,(#207),'layer',$,$);
#209=IFCELEMENTQUANTITY('q',$,'Qto',$,$,(#206,#208));
#210=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#100),#209);
#211=IFCDOORLININGPROPERTIES('l',$,'Lining','text',0.1,$,$,$,$,$,$,$,$,$,$,$,$);
#212=IFCWALLTYPE('type',$,'Thick wall',$,$,(#203,#211),$,$,$,.SOLIDWALL.);
#213=IFCRELDEFINESBYTYPE('r',$,$,$,(#100),#212);`);
    const measures = { P: 'IfcLabel' };
    assert.deepEqual(propertySets, [
      { name: 'Pset', of: 'element', kind: 'properties', properties: { P: '2' }, measures },
      { name: 'Pset~2', of: 'element', kind: 'properties', properties: { P: '1' }, measures },
      {
        name: 'Qto',
        of: 'element',
        kind: 'quantities',
        properties: { NetVolume: 2.5, Layer: { Length: 4 } },
        measures: { NetVolume: 'IfcQuantityVolume', Layer: { members: { Length: 'IfcQuantityLength' } } },
      },
      { name: 'Pset', of: 'type', kind: 'properties', properties: { P: '2' }, measures },
      { name: 'Lining', of: 'type', kind: 'properties', properties: { LiningDepth: 0.1 }, measures: {} },
    ]);
    assert.deepEqual(type, { globalId: 'type', class: 'IfcWallType', name: 'Thick wall' });
    assert.deepEqual(Object.keys(checksums.related), ['Type.Pset.P', 'Type.Lining.LiningDepth', 'Type', 'Type.Name']);
  });

  it('of the element itself are its attributes, without references but with addresses', async () => {
    const { of } = await imported(
      stepFile(
        project("#100=IFCPOSTALADDRESS($,$,$,$,('Hall 1','Gate'),$,'Ulm',$,'89073','Germany');").replace(
          '.ELEMENT.,$,$,$);\n#33=',
          '.ELEMENT.,12.5,$,#100);\n#33=',
        ),
      ),
    );
    assert.deepEqual(of('building00000000000000').attributes, {
      Name: 'Building',
      CompositionType: 'ELEMENT',
      ElevationOfRefHeight: 12.5,
      BuildingAddress: { AddressLines: ['Hall 1', 'Gate'], Town: 'Ulm', PostalCode: '89073', Country: 'Germany' },
    });
  });
});

describe('materials and classifications', () => {
  it('are read in every form of the standard', async () => {
    const materials = "#200=IFCMATERIAL('Brick',$,'masonry');\n#201=IFCMATERIAL('Plaster',$,$);";
    const relation = (of: string) => `${materials}\n${of}\n#300=IFCRELASSOCIATESMATERIAL('r',$,$,$,(#100),#299);`;
    const brick = { name: 'Brick', category: 'masonry' };
    const plaster = { name: 'Plaster' };
    const uses: [string, unknown][] = [
      ["#299=IFCMATERIAL('Brick',$,'masonry');", { kind: 'single', materials: [brick] }],
      ['#299=IFCMATERIALLIST((#200,#201));', { kind: 'list', materials: [brick, plaster] }],
      [
        `#202=IFCMATERIALLAYER(#200,0.24,$,$,$,$,$);\n#203=IFCMATERIALLAYER($,0.02,.T.,$,$,$,$);
#204=IFCMATERIALLAYERSET((#202,#203),'Outer wall',$);\n#299=IFCMATERIALLAYERSETUSAGE(#204,.AXIS2.,.POSITIVE.,0.,$);`,
        {
          kind: 'layers',
          name: 'Outer wall',
          materials: [
            { ...brick, thickness: 0.24 },
            { name: null, thickness: 0.02 },
          ],
        },
      ],
      [
        "#202=IFCMATERIALCONSTITUENT('frame',$,#200,0.25,$);\n#299=IFCMATERIALCONSTITUENTSET('Door',$,(#202));",
        { kind: 'constituents', name: 'Door', materials: [{ ...brick, fraction: 0.25 }] },
      ],
      [
        "#202=IFCMATERIALPROFILE('p',$,#201,$,$,$);\n#203=IFCMATERIALPROFILESET('Beam',$,(#202),$);\n#299=IFCMATERIALPROFILESETUSAGE(#203,$,$);",
        { kind: 'profiles', name: 'Beam', materials: [plaster] },
      ],
    ];
    for (const [text, expected] of uses) assert.deepEqual((await wallWith(relation(text))).materials, [expected]);
  });

  it('come from the type where the element has none', async () => {
    const data = `#200=IFCMATERIAL('Brick',$,$);\n#201=IFCWALLTYPE('type',$,'T',$,$,$,$,$,$,.SOLIDWALL.);
#202=IFCRELDEFINESBYTYPE('r',$,$,$,(#100),#201);\n#203=IFCRELASSOCIATESMATERIAL('r',$,$,$,(#201),#200);`;
    assert.deepEqual((await wallWith(data)).materials, [{ kind: 'single', materials: [{ name: 'Brick' }] }]);
  });

  it('name system and code, through references of references', async () => {
    const { classifications, checksums } = await wallWith(`#200=IFCCLASSIFICATION($,$,$,'Uniclass',$,$,$);
#201=IFCCLASSIFICATIONREFERENCE($,'EF','Elements',#200,$,$);
#202=IFCCLASSIFICATIONREFERENCE($,'EF_25','Walls',#201,$,$);
#203=IFCRELASSOCIATESCLASSIFICATION('r',$,$,$,(#100),#202);`);
    assert.deepEqual(classifications, [{ system: 'Uniclass', code: 'EF_25', name: 'Walls' }]);
    assert.equal('Classification' in checksums.related, true);
  });
});

describe('the geometry hash', () => {
  const hashOf = async (data: string, globalId = 'w') =>
    (await imported(stepFile(project(data)))).of(globalId).geometryHash;
  const box = `${boxShape(100, 4, 0.2, 3)}\n${wall(110, 'w', '#105')}`;

  it('does not depend on numbers, order, formats or contexts', async () => {
    const hash = await hashOf(box);
    assert.match(hash ?? '', /^[0-9a-f]{16}$/);
    const renumbered = box
      .replace(/#1(\d\d)/g, '#77$1')
      .split('\n')
      .reverse()
      .join('\n');
    assert.equal(await hashOf(renumbered), hash);
    assert.equal(await hashOf(box.replace('4.,0.2', '4.0E0 , 0.20000000001 /* wide */')), hash);
    assert.equal(await hashOf(box.replace('(#9,', '($,')), hash);
    assert.equal(await hashOf(box.replace('(#9,', '($,').replace('#20,#105', '$,#105')), hash);
  });

  it('changes with the shape, and with an opening or its place', async () => {
    const hash = await hashOf(box);
    assert.notEqual(await hashOf(box.replace('4.,0.2', '4.,0.21')), hash);
    const opening = (place: string) => `${box}\n#200=IFCCARTESIANPOINT((${place},0.,0.));
#201=IFCAXIS2PLACEMENT3D(#200,$,$);\n#202=IFCLOCALPLACEMENT(#20,#201);
#203=IFCOPENINGELEMENT('o',$,$,$,$,#202,#105,$,$);\n#204=IFCRELVOIDSELEMENT('r',$,$,$,#110,#203);`;
    const one = await hashOf(opening('1.'));
    assert.notEqual(one, hash);
    assert.notEqual(await hashOf(opening('2.')), one);
  });

  it('stays when the element is moved with its opening', async () => {
    const moved = (place: string) => `${boxShape(100, 4, 0.2, 3)}
#200=IFCCARTESIANPOINT((${place},0.,0.));\n#201=IFCAXIS2PLACEMENT3D(#200,$,$);\n#202=IFCLOCALPLACEMENT(#20,#201);
#203=IFCLOCALPLACEMENT(#202,#12);\n${wall(110, 'w', '#105', '#202')}
#204=IFCOPENINGELEMENT('o',$,$,$,$,#203,#105,$,$);\n#205=IFCRELVOIDSELEMENT('r',$,$,$,#110,#204);`;
    assert.equal(await hashOf(moved('1.')), await hashOf(moved('2.')));
  });
});

it('layers and colours are known', async () => {
  const { of } = await imported(
    stepFile(
      project(`${boxShape(100, 1, 1, 1)}\n${wall(110, 'w', '#105')}
#200=IFCPRESENTATIONLAYERASSIGNMENT('Walls',$,(#104),$);
#201=IFCPRESENTATIONLAYERASSIGNMENT('A',$,(#103),$);
#202=IFCCOLOURRGB($,1.,0.5,0.);\n#203=IFCSURFACESTYLESHADING(#202,0.5);\n#204=IFCSURFACESTYLE($,.BOTH.,(#203));
#205=IFCSTYLEDITEM(#103,(#204),$);`),
    ),
  );
  const { layers, colors, checksums } = of('w');
  assert.deepEqual([layers, colors], [['A', 'Walls'], ['#ff800080']]);
  assert.deepEqual(Object.keys(checksums.hidden), ['Layers', 'Colors']);
});

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { boxShape, project, stepFile, wall } from '../../src/engines/ifc/testing/files.ts';
import { photograph } from '../support/chromium.ts';
import { openConsole } from '../support/console.ts';
import { type Fits, modelPages } from '../support/console-models.ts';
import { addressHolds } from '../support/console-picture.ts';

/* What of a model is no plain surface, in a real browser: lines, faces with colours of their own, textures. */

const { platform, page, close } = await openConsole();
after(close);

const twin = await platform.twin(platform.ada, { displayName: 'Track' });
const { add, open, share, click } = modelPages(platform, page, twin.id);

const annotation = (number: number, key: string, name: string, curve: number) =>
  `#${number}=IFCSHAPEREPRESENTATION(#9,'Annotation','GeometricCurveSet',(#${curve}));
#${number + 1}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${number}));
#${number + 2}=IFCANNOTATION('${key}',$,'${name}',$,$,#20,#${number + 1});`;

/** Many red lines, side by side, so that something of them is in the middle of every picture. */
const lines = stepFile(
  project(`#100=IFCCARTESIANPOINTLIST3D((${Array.from({ length: 200 }, (_, n) => `(${n % 4 < 2 ? 0 : 10}.,${(n / 20).toFixed(2)},0.)`)}));
#101=IFCINDEXEDPOLYCURVE(#100,$,$);
#102=IFCCOLOURRGB($,1.,0.,0.);
#103=IFCCURVESTYLE($,$,$,#102,$);
#104=IFCSTYLEDITEM(#101,(#103),$);
${annotation(110, '0000000000000000000001', 'Red lines', 101)}`),
);

const painted = stepFile(
  project(`#100=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(4.,0.,0.),(4.,0.,4.),(0.,0.,4.)));
#101=IFCTRIANGULATEDFACESET(#100,$,.F.,((1,2,3),(1,3,4)),$);
#102=IFCSHAPEREPRESENTATION(#9,'Body','Tessellation',(#101));
#103=IFCPRODUCTDEFINITIONSHAPE($,$,(#102));
#104=IFCTEXTUREVERTEXLIST(((0.,0.),(1.,0.),(1.,1.),(0.,1.)));
#105=IFCPIXELTEXTURE(.T.,.T.,$,$,$,2,2,3,("0FF0000","000FF00","00000FF","0FFFF00"));
#106=IFCINDEXEDTRIANGLETEXTUREMAP((#105),#101,#104,((1,2,3),(1,3,4)));
${wall(110, '0000000000000000000002', '#103')}
${boxShape(120, 1, 1, 4)}
${wall(130, '0000000000000000000003', '#125')}`),
);

const isRed: Fits = (r, g, b) => r > 120 && g < 90 && b < 90;
const isBlue: Fits = (r, g, b) => b > 100 && r < 90 && g < 90;
const isGreen: Fits = (r, g, b) => g > 100 && r < 100 && b < 90;

describe('the viewer', () => {
  it('draws lines in their colours, and picks the element whose line is clicked', async () => {
    await open(await add('lines.ifc', lines));
    assert.ok((await share(isRed)) > 0.001, `${await share(isRed)} of the picture is red`);
    await photograph(page, 'lines');
    await click();
    await page.getByRole('heading', { name: 'Red lines' }).waitFor();
    await addressHolds(page, /element=0000000000000000000001/);
  });

  it('draws textures', async () => {
    await open(await add('textures.ifc', painted));
    await photograph(page, 'textures');
    for (const [colour, is] of Object.entries({ isRed, isBlue, isGreen })) {
      const found = await share(is);
      assert.ok(found > 0.001, `${found} of the picture ${colour}`);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numbersOf, seedOf, sized } from '../../../test/support/chance.ts';
import { project, stepFile } from '../ifc/testing/files.ts';
import { comparedFiles } from './testing/compared.ts';

type Random = () => number;
const real = (value: number) => (Number.isInteger(value) ? `${value}.` : String(value));
const between = (random: Random, low: number, high: number) => Number((low + (high - low) * random()).toFixed(3));

/** Instances of a random house, each the text of one: walls, holes, breps, face sets, lines, texts. */
function houseOf(random: Random): string[] {
  const lines: string[] = [];
  let number = 99;
  const add = (text: string) => `#${lines.push(`#${++number}=${text};`) + 99}`;
  const point = (...at: number[]) => add(`IFCCARTESIANPOINT((${at.map(real).join()}))`);
  const size = (low: number, high: number) => between(random, low, high);
  const shape = (type: string, ...items: string[]) =>
    add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${add(`IFCSHAPEREPRESENTATION(#9,'${type}','${type}',(${items.join()}))`)}))`);
  const placed = () =>
    add(`IFCLOCALPLACEMENT(#20,${add(`IFCAXIS2PLACEMENT3D(${point(size(-30, 30), size(-30, 30), size(0, 9))},$,$)`)})`);
  const outline = (x: number, y: number) => {
    const corners = [point(0, 0), point(x, 0), point(x, y), point(0.1, y + 0.3)];
    const line = add(`IFCPOLYLINE((${[...corners, corners[0]].join()}))`);
    return add(`IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${line})`);
  };
  const body = (x: number, y: number, z: number) =>
    shape('Body', add(`IFCEXTRUDEDAREASOLID(${outline(x, y)},#12,#11,${real(z)})`));
  const brep = () => {
    const [a, b, c] = [size(0.5, 3), size(0.5, 3), size(0.5, 3)];
    const corners = [point(0, 0, 0), point(a, 0, 0), point(0, b, 0), point(0, 0, c)];
    const faces = ['021', '013', '032', '123'].map((names) => {
      const loop = add(`IFCPOLYLOOP((${[...names].map((name) => corners[Number(name)]).join()}))`);
      return add(`IFCFACE((${add(`IFCFACEOUTERBOUND(${loop},.T.)`)}))`);
    });
    return shape('Brep', add(`IFCFACETEDBREP(${add(`IFCCLOSEDSHELL((${faces.join()}))`)})`));
  };
  const faceSet = () => {
    const corners = [0, 1, 2, 3].map((n) => `(${[1, 2, 3].map((m) => real(m === n ? size(1, 4) : 0)).join()})`);
    const list = add(`IFCCARTESIANPOINTLIST3D((${corners.join()}))`);
    return shape('Tessellation', add(`IFCTRIANGULATEDFACESET(${list},$,.T.,((1,3,2),(1,2,4),(1,4,3),(2,3,4)),$)`));
  };
  const drawing = () => {
    const line = () => add(`IFCPOLYLINE((${point(size(0, 9), size(0, 9))},${point(size(0, 9), size(0, 9))}))`);
    const set = add(`IFCGEOMETRICCURVESET((${line()},${line()}))`);
    const at = add(`IFCAXIS2PLACEMENT2D(${point(size(0, 9), size(0, 9))},$)`);
    return shape('Annotation2D', set, add(`IFCTEXTLITERAL('Room',${at},.RIGHT.)`));
  };
  for (let n = 0; n < 4; n++) {
    const wall = add(`IFCWALL('wall-${n}',$,'W',$,$,${placed()},${body(size(2, 9), size(0.1, 0.5), size(2, 4))},$,$)`);
    const hole = add(`IFCOPENINGELEMENT('hole-${n}',$,$,$,$,${placed()},${body(size(0.5, 1), 1, 1.5)},$,$)`);
    add(`IFCRELVOIDSELEMENT('void-${n}',$,$,$,${wall},${hole})`);
    add(`IFCBUILDINGELEMENTPROXY('brep-${n}',$,'B',$,$,${placed()},${brep()},$,$)`);
    add(`IFCBUILDINGELEMENTPROXY('face-${n}',$,'F',$,$,${placed()},${faceSet()},$,$)`);
    add(`IFCANNOTATION('note-${n}',$,'N',$,$,${placed()},${drawing()})`);
  }
  return lines;
}

/** The same house as another program writes it: noise, other numbers, another order, another name of the same unit. */
function exportedAgain(lines: readonly string[], random: Random): string {
  const noise = (number: string) => (Number(number) + (2 * random() - 1) * 1e-9).toFixed(12);
  const points = /^#\d+=IFCCARTESIANPOINT/;
  const noisy = lines.map((line) =>
    points.test(line) ? line.replace(/(?<=[(,])-?\d+\.\d*(?:e-?\d+)?(?=[,)])/g, noise) : line,
  );
  const order = noisy.map((line) => [random(), line] as const).toSorted((a, b) => a[0] - b[0]);
  return file(order.map(([, line]) => line))
    .replace(/#(\d+)/g, (_, number) => `#${Number(number) * 7 + 3}`)
    .replace(
      /#(\d+)=IFCSIUNIT\(\*,\.LENGTHUNIT\.,\$,\.METRE\.\);/,
      `#$1=IFCCONVERSIONBASEDUNIT(#900001,.LENGTHUNIT.,'metre',#900002);\n#900001=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);
#900002=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(1.),#900003);\n#900003=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);`,
    );
}

const file = (lines: readonly string[]): string => stepFile(project(lines.join('\n')));

/** One number of one point, or of a list of points, a millimetre more. */
function changedBy(lines: readonly string[], random: Random): string[] {
  const places = lines.flatMap((line, n) => (/=IFCCARTESIANPOINT(LIST3D)?\(/.test(line) ? [n] : []));
  const place = places[Math.floor(random() * places.length)] ?? 0;
  return lines.map((line, n) =>
    n === place
      ? line.replace(/(?<=[(,])-?\d+\.\d*(?=[,)])/, (number) => real(Number((Number(number) + 0.001).toFixed(6))))
      : line,
  );
}

describe('comparison of a house that was exported again', () => {
  const rounds = sized(6, 30);

  it(`finds no change in ${rounds} houses with noise, another order, other numbers and another name of the unit`, async () => {
    for (let round = 0; round < rounds; round++) {
      const seed = seedOf(`re-export ${round}`);
      const random = numbersOf(seed);
      const lines = houseOf(random);
      const { changes } = await comparedFiles(file(lines), exportedAgain(lines, random));
      assert.deepEqual(changes, {}, `seed ${seed}`);
    }
  });

  it(`finds a change of a millimetre in each of ${rounds} houses with noise`, async () => {
    for (let round = 0; round < rounds; round++) {
      const seed = seedOf(`millimetre ${round}`);
      const random = numbersOf(seed);
      const lines = houseOf(random);
      const after = exportedAgain(changedBy(lines, random), random);
      const { changes } = await comparedFiles(file(lines), after);
      assert.ok(Object.keys(changes).length > 0, `seed ${seed}`);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Triangles } from '../shapes.ts';
import { boxShape, imported, project, stepFile, wall } from '../testing/files.ts';
import { areClosed, surfaceFinder, surfaceOf } from './closed.ts';

type Corner = readonly [x: number, y: number, z: number];
type Face = readonly [Corner, Corner, Corner];

/** Triangles with vertices of their own, as the library makes them. */
function trianglesOf(faces: readonly Face[]): Triangles {
  const vertices = faces.flatMap(([a, b, c]) => {
    const [u, v] = [minus(b, a), minus(c, a)];
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const long = Math.hypot(...normal) || 1;
    return [a, b, c].flatMap((corner) => [...corner, ...normal.map((value) => value / long)]);
  });
  return {
    vertices: Float32Array.from(vertices),
    indices: Uint32Array.from({ length: 3 * faces.length }, (_, n) => n),
  };
}

const minus = (a: Corner, b: Corner): Corner => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const flipped = ([a, b, c]: Face): Face => [a, c, b];

/** A box from the origin, facing outwards. */
function box(x: number, y: number, z: number, [u, v, w]: Corner = [0, 0, 0]): Face[] {
  const at = (n: number): Corner => [u + (n & 1 ? x : 0), v + (n & 2 ? y : 0), w + (n & 4 ? z : 0)];
  const sides = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ] as const;
  return sides.flatMap(([a, b, c, d]): Face[] => [
    [at(a), at(b), at(c)],
    [at(a), at(c), at(d)],
  ]);
}

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const mirrored = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const placed = (faces: readonly Face[], matrix: readonly number[] = identity) => ({
  shape: surfaceOf(trianglesOf(faces)),
  matrix,
  color: [1, 1, 1, 1] as const,
});

describe('the surface of a mesh', () => {
  it('closes around a box, at any size and far from the origin', () => {
    for (const size of [0.001, 1, 1000]) assert.equal(surfaceOf(trianglesOf(box(size, 2 * size, size))).closed, true);
    assert.equal(surfaceOf(trianglesOf(box(1, 2, 3, [5000, -8000, 20]))).closed, true);
  });

  it('is open when a triangle is missing, when it is a tube, or flat', () => {
    assert.equal(surfaceOf(trianglesOf(box(1, 1, 1).slice(1))).closed, false);
    // the areas of a tube cancel out, its ends do not
    assert.equal(surfaceOf(trianglesOf(box(1, 1, 1).slice(4))).closed, false);
    assert.equal(surfaceOf(trianglesOf(box(1, 1, 1).slice(0, 2))).closed, false);
  });

  it('closes where one triangle meets two along its edge', () => {
    // a corner in the middle of an edge of the bottom, which the side does not have
    const [first, ...rest] = box(1, 1, 1);
    const [a, b, c] = first as Face;
    const middle: Corner = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
    const faces: Face[] = [[a, middle, c], [middle, b, c], ...rest];
    assert.equal(surfaceOf(trianglesOf(faces)).closed, true);
    assert.equal(surfaceOf(trianglesOf(faces.slice(1))).closed, false);
  });

  it('is turned where faces do not face the same way, with their normals', () => {
    const whole = trianglesOf(box(1, 2, 3));
    const mixed = trianglesOf(box(1, 2, 3).map((face, n) => (n % 3 === 0 ? flipped(face) : face)));
    const turned = surfaceOf(mixed);
    assert.equal(turned.closed, true);
    const normalsOf = ({ vertices, indices }: Triangles) =>
      Array.from({ length: indices.length / 3 }, (_, n) => {
        const at = 6 * (indices[3 * n] ?? 0);
        return [...vertices.subarray(at + 3, at + 6)].map((value) => Math.round(value) + 0);
      });
    assert.deepEqual(normalsOf(turned), normalsOf(whole));
    // an inner surface that is consistent stays as it is
    const hollow = [...box(3, 3, 3), ...box(1, 1, 1, [1, 1, 1]).map(flipped)];
    assert.deepEqual(surfaceOf(trianglesOf(hollow)).indices, trianglesOf(hollow).indices);
  });

  it('is found out once for equal shapes, with the same answer', () => {
    const find = surfaceFinder();
    const mixed = box(1, 2, 3).map((face, n) => (n % 3 === 0 ? flipped(face) : face));
    for (const faces of [box(1, 2, 3), mixed, box(1, 2, 3).map(flipped), box(1, 1, 1).slice(1)])
      for (let times = 0; times < 2; times++) assert.deepEqual(find(trianglesOf(faces)), surfaceOf(trianglesOf(faces)));
  });

  it('belongs to a body when all shapes close and face the same way, mirrored ones too', () => {
    assert.equal(areClosed([placed(box(1, 1, 1)), placed(box(1, 1, 1))]), true);
    assert.equal(areClosed([placed(box(1, 1, 1)), placed(box(1, 1, 1).map(flipped))]), false);
    assert.equal(areClosed([placed(box(1, 1, 1)), placed(box(1, 1, 1).map(flipped), mirrored)]), true);
    assert.equal(areClosed([placed(box(1, 1, 1)), placed(box(1, 1, 1).slice(2))]), false);
  });
});

describe('the mesh of an element', () => {
  it('is closed for a body, open for a surface, and has the volume of faces that are written either way round', async () => {
    const corners = ['0.,0.,0.', '2.,0.,0.', '2.,2.,0.', '0.,2.,0.', '0.,0.,2.', '2.,0.,2.', '2.,2.,2.', '0.,2.,2.'];
    // every second face the wrong way round
    const faces = ['3,2,1,0', '7,6,5,4', '0,1,5,4', '6,7,3,2', '4,7,3,0', '6,5,1,2'];
    const loops = faces.map((face, n) => {
      const points = face.split(',').map((corner) => `#${200 + Number(corner)}`);
      return `#${210 + n}=IFCPOLYLOOP((${points}));\n#${220 + n}=IFCFACEOUTERBOUND(#${210 + n},.T.);\n#${230 + n}=IFCFACE((#${220 + n}));`;
    });
    const { of } = await imported(
      stepFile(
        project(`${boxShape(100, 4, 0.2, 3)}
${wall(110, 'body', '#105')}
${corners.map((corner, n) => `#${200 + n}=IFCCARTESIANPOINT((${corner}));`).join('\n')}
${loops.join('\n')}
#240=IFCCLOSEDSHELL((#230,#231,#232,#233,#234,#235));
#241=IFCFACETEDBREP(#240);
#242=IFCSHAPEREPRESENTATION(#9,'Body','Brep',(#241));
#243=IFCPRODUCTDEFINITIONSHAPE($,$,(#242));
${wall(244, 'faces', '#243')}
#250=IFCOPENSHELL((#230,#231,#232));
#251=IFCSHELLBASEDSURFACEMODEL((#250));
#252=IFCSHAPEREPRESENTATION(#9,'Body','SurfaceModel',(#251));
#253=IFCPRODUCTDEFINITIONSHAPE($,$,(#252));
${wall(254, 'surface', '#253')}`),
      ),
    );
    assert.deepEqual(
      ['body', 'faces', 'surface'].map((key) => of(key).mesh?.closed),
      [true, true, false],
    );
    assert.ok(Math.abs((of('faces').mesh?.volume ?? 0) - 8) < 1e-5, `${of('faces').mesh?.volume}`);
  });
});

/**
 * A tetrahedron as a boundary of faces, its instances from `number` on; the product definition is `number` + 33.
 * `damaged`: one character of a face is wrong, on which the library does not come to an end.
 */
export function tetrahedron(number: number, damaged = false): string {
  const corners = ['0.,0.,0.', '1.,0.,0.', '0.,1.,0.', '0.,0.,1.'];
  const faces = [
    [0, 2, 1],
    [0, 1, 3],
    [1, 2, 3],
    [2, 0, 3],
  ];
  const first = (face: number) => number + 10 + 3 * face;
  return [
    ...corners.map((place, at) => `#${number + at}=IFCCARTESIANPOINT((${place}));`),
    ...faces.flatMap((points, face) => [
      `#${first(face)}=IFCPOLYLOOP((${points.map((at) => `#${number + at}`)}));`,
      `#${first(face) + 1}=IFCFACEOUTERBOUND(#${first(face)},.T.);`,
      `#${first(face) + 2}=IFCFACE(${damaged && face === 2 ? '6' : '('}#${first(face) + 1}));`,
    ]),
    `#${number + 30}=IFCCLOSEDSHELL((${faces.map((_, face) => `#${first(face) + 2}`)}));`,
    `#${number + 31}=IFCFACETEDBREP(#${number + 30});`,
    `#${number + 32}=IFCSHAPEREPRESENTATION(#9,'Body','Brep',(#${number + 31}));`,
    `#${number + 33}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${number + 32}));`,
  ].join('\n');
}

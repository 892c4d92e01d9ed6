import { boxShape, project, stepFile, wall } from '../../src/engines/ifc/testing/files.ts';

export const northWall = '0north0000000000000000';
export const southWall = '0south0000000000000000';

/** A storey with two walls, 6 m apart; the south one has a fire rating, a height and a bar code that nobody has filled in, or is not there. */
export function house(fireRating: string | undefined): string {
  const place = (number: number, y: number) => `#${number}=IFCCARTESIANPOINT((0.,${y}.,0.));
#${number + 1}=IFCAXIS2PLACEMENT3D(#${number},$,$);
#${number + 2}=IFCLOCALPLACEMENT(#20,#${number + 1});`;
  const south = `${boxShape(120, 5, 0.3, 3)}
${wall(130, southWall, '#125', '#152')}
#160=IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('${fireRating}'),$);
#163=IFCPROPERTYSINGLEVALUE('Height',$,IFCPOSITIVELENGTHMEASURE(3.),$);
#164=IFCPROPERTYSINGLEVALUE('BarCode',$,IFCLABEL('BarCode'),$);
#161=IFCPROPERTYSET('set-1',$,'Pset_WallCommon',$,(#160,#163,#164));
#162=IFCRELDEFINESBYPROPERTIES('rel-5',$,$,$,(#130),#161);`;
  return stepFile(
    project(`${place(140, 3)}
${place(150, -3)}
${boxShape(100, 5, 0.3, 3)}
${wall(110, northWall, '#105', '#142')}
${fireRating === undefined ? '' : south}
#170=IFCRELCONTAINEDINSPATIALSTRUCTURE('rel-4',$,$,$,(#110${fireRating === undefined ? '' : ',#130'}),#33);`),
  );
}

import { boxShape, project, stepFile, wall } from '../../src/engines/ifc/testing/files.ts';
import { northWall, southWall } from './console-house.ts';

/** kg CO2e of a cubic metre, all that is declared together. */
export const concretePerCubicMetre = 200 + 10 + 5 + 2 + 3 + 4 + 1;
export const brickPerCubicMetre = 400;

const header =
  'name,declaredQuantity,declaredUnit,density,massPerUnit,thickness,standard,validUntil,reference,example,A1-A3,A4,A5,B1,B2,B3,B4,B5,B6,B7,C1,C2,C3,C4,D';

/** Three declarations, of which one has ended, and a row without a unit. */
export const declarations = [
  header,
  'Light concrete C20,1,m3,1200,,,EN 15804+A2,2099-12-31,EPD-1,false,200,10,5,,,,,,,,2,3,4,1,-20',
  'Clay brick,1,m3,1800,,,EN 15804+A2,2020-12-31,EPD-2,false,400,,,,,,,,,,,,,,',
  'Steel,1,kg,,,,EN 15804+A2,,EPD-3,false,2,,,,,,,,,,,,,,',
  'Wood,1,,,,,,,,false,1,,,,,,,,,,,,,,',
  '',
].join('\n');

const place = (number: number, y: number) => `#${number}=IFCCARTESIANPOINT((0.,${y}.,0.));
#${number + 1}=IFCAXIS2PLACEMENT3D(#${number},$,$);
#${number + 2}=IFCLOCALPLACEMENT(#20,#${number + 1});`;

const sideArea = (number: number, of: string, area: number) => `#${number}=IFCQUANTITYAREA('NetSideArea',$,$,${area}.);
#${number + 1}=IFCELEMENTQUANTITY('set-${number}',$,'Qto_WallBaseQuantities',$,$,(#${number}));
#${number + 2}=IFCRELDEFINESBYPROPERTIES('rel-${number}',$,$,$,(${of}),#${number + 1});`;

const madeOf = (number: number, of: string, material: string) => `#${number}=IFCMATERIAL('${material}',$,$);
#${number + 1}=IFCRELASSOCIATESMATERIAL('mat-${number}',$,$,$,(${of}),#${number});`;

/** Two walls 3 m high and 0.3 m thick: 5 m of brick in the north, concrete of a length in the south. */
export const carbonHouse = (length: number): string =>
  stepFile(
    project(
      [
        place(140, 3),
        place(150, -3),
        boxShape(100, 5, 0.3, 3),
        wall(110, northWall, '#105', '#142'),
        boxShape(120, length, 0.3, 3),
        wall(130, southWall, '#125', '#152'),
        madeOf(200, '#110', 'Clay brick'),
        madeOf(210, '#130', 'Concrete C20'),
        sideArea(220, '#110', 15),
        sideArea(230, '#130', 3 * length),
        "#170=IFCRELCONTAINEDINSPATIALSTRUCTURE('rel-4',$,$,$,(#110,#130),#33);",
      ].join('\n'),
    ),
  );

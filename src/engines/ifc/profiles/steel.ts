import { type Corner, type Ring, rounded } from './rings.ts';

/** A number of a profile by its name; 0 where it is not given. */
export type Sizes = (name: string) => number;

/** The rings of profiles that are told by their sizes, about the middle of their box. */
export const steel: Readonly<Record<string, (of: Sizes) => Ring>> = {
  IFCISHAPEPROFILEDEF: (of) => iShape(of('OverallWidth'), of('OverallWidth'), of, of('FlangeThickness')),
  IFCASYMMETRICISHAPEPROFILEDEF: (of) =>
    iShape(
      of('BottomFlangeWidth') || of('OverallWidth'),
      of('TopFlangeWidth'),
      of,
      of('BottomFlangeThickness') || of('FlangeThickness'),
      of('TopFlangeThickness') || of('BottomFlangeThickness') || of('FlangeThickness'),
    ),
  IFCLSHAPEPROFILEDEF(of) {
    const [depth, t, inner, edge] = [of('Depth'), of('Thickness'), of('FilletRadius'), of('EdgeRadius')];
    return centred(of('Width') || depth, depth, (w, d) => [
      [0, 0] as const,
      [w, 0] as const,
      [w, t, edge] as const,
      [t, t, inner] as const,
      [t, d, edge] as const,
      [0, d] as const,
    ]);
  },
  IFCTSHAPEPROFILEDEF(of) {
    const [web, t, inner] = [of('WebThickness'), of('FlangeThickness'), of('FilletRadius')];
    return centred(of('FlangeWidth'), of('Depth'), (w, d) => [
      [(w - web) / 2, 0] as const,
      [(w + web) / 2, 0] as const,
      [(w + web) / 2, d - t, inner] as const,
      [w, d - t] as const,
      [w, d] as const,
      [0, d] as const,
      [0, d - t] as const,
      [(w - web) / 2, d - t, inner],
    ]);
  },
  IFCUSHAPEPROFILEDEF(of) {
    const [web, t] = [of('WebThickness'), of('FlangeThickness')];
    const [inner, edge] = [of('FilletRadius'), of('EdgeRadius')];
    return centred(of('FlangeWidth'), of('Depth'), (w, d) => [
      [0, 0] as const,
      [w, 0] as const,
      [w, t, edge] as const,
      [web, t, inner] as const,
      [web, d - t, inner] as const,
      [w, d - t, edge] as const,
      [w, d] as const,
      [0, d] as const,
    ]);
  },
  IFCZSHAPEPROFILEDEF(of) {
    const [web, t] = [of('WebThickness'), of('FlangeThickness')];
    const [inner, edge] = [of('FilletRadius'), of('EdgeRadius')];
    const flange = of('FlangeWidth');
    // the web is in the middle: one flange to the right below, one to the left above
    return centred(2 * flange - web, of('Depth'), (w, d) => [
      [flange - web, 0] as const,
      [w, 0] as const,
      [w, t, edge] as const,
      [flange, t, inner] as const,
      [flange, d] as const,
      [0, d] as const,
      [0, d - t, edge] as const,
      [flange - web, d - t, inner] as const,
    ]);
  },
  IFCCSHAPEPROFILEDEF(of) {
    const [t, girth, radius] = [of('WallThickness'), of('Girth'), of('InternalFilletRadius')];
    const outer = radius > 0 ? radius + t : 0;
    return centred(of('Width'), of('Depth'), (w, d) => [
      [0, 0, outer] as const,
      [w, 0, outer] as const,
      [w, girth] as const,
      [w - t, girth] as const,
      [w - t, t, radius] as const,
      [t, t, radius] as const,
      [t, d - t, radius] as const,
      [w - t, d - t, radius] as const,
      [w - t, d - girth] as const,
      [w, d - girth] as const,
      [w, d, outer] as const,
      [0, d, outer] as const,
    ]);
  },
  IFCTRAPEZIUMPROFILEDEF(of) {
    const [bottom, height, offset] = [of('BottomXDim'), of('YDim'), of('TopXOffset')];
    return centred(bottom, height, (w, d) => [
      [0, 0] as const,
      [w, 0] as const,
      [offset + of('TopXDim'), d] as const,
      [offset, d] as const,
    ]);
  },
};

function iShape(bottom: number, top: number, of: Sizes, low: number, high = low): Ring {
  const [web, radius, edge] = [of('WebThickness'), of('FilletRadius'), of('FlangeEdgeRadius')];
  const wide = Math.max(bottom, top);
  return centred(wide, of('OverallDepth'), (w, d) => {
    const [left, right] = [(w - web) / 2, (w + web) / 2];
    return [
      [(w - bottom) / 2, 0] as const,
      [(w + bottom) / 2, 0] as const,
      [(w + bottom) / 2, low, edge] as const,
      [right, low, radius] as const,
      [right, d - high, radius] as const,
      [(w + top) / 2, d - high, edge] as const,
      [(w + top) / 2, d] as const,
      [(w - top) / 2, d] as const,
      [(w - top) / 2, d - high, edge] as const,
      [left, d - high, radius] as const,
      [left, low, radius] as const,
      [(w - bottom) / 2, low, edge] as const,
    ];
  });
}

/** A ring that is told from the lower left corner of its box, about the middle of it. */
const centred = (width: number, depth: number, of: (width: number, depth: number) => readonly Corner[]): Ring =>
  rounded(of(width, depth)).map(([x, y]) => [x - width / 2, y - depth / 2]);

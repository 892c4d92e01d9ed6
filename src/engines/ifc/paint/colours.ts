import { follow, type Instance, type Model, numberOf, refsOf, textOf } from '../step/model.ts';

/** sRGB and opacity, 0 to 1. */
export type Colour = readonly [r: number, g: number, b: number, a: number];

const named: Readonly<Record<string, Colour>> = {
  black: [0, 0, 0, 1],
  red: [1, 0, 0, 1],
  green: [0, 1, 0, 1],
  blue: [0, 0, 1, 1],
  yellow: [1, 1, 0, 1],
  magenta: [1, 0, 1, 1],
  cyan: [0, 1, 1, 1],
  white: [1, 1, 1, 1],
};
const deepest = 4;

/** The colours of the curves that have a style of their own, by the instance. */
export function lineColours(model: Model): (item: number) => Colour | undefined {
  let styles: Map<number, Colour> | undefined;
  return (item) => {
    styles ??= new Map(
      model.all('IFCSTYLEDITEM').flatMap((number) => {
        const styled = model.read(number);
        const [of] = styled === undefined ? [] : refsOf(model.get(styled, 'Item'));
        const colour = styled && colourIn(model, styled, 0);
        return of === undefined || colour === undefined ? [] : [[of, colour] as const];
      }),
    );
    return styles.get(item);
  };
}

function colourIn(model: Model, of: Instance, depth: number): Colour | undefined {
  if (of.entity === 'IFCCURVESTYLE') {
    const colour = follow(model, of, 'CurveColour');
    return colour && colourOf(model, colour);
  }
  if (depth > deepest) return undefined;
  for (const number of refsOf(model.get(of, 'Styles'))) {
    const style = model.read(number, of);
    const found = style && colourIn(model, style, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function colourOf(model: Model, colour: Instance): Colour | undefined {
  if (colour.entity !== 'IFCCOLOURRGB') return named[textOf(model.get(colour, 'Name'))?.toLowerCase() ?? ''];
  const of = (name: string) => Math.min(1, Math.max(0, numberOf(model.get(colour, name)) ?? 0));
  return [of('Red'), of('Green'), of('Blue'), 1];
}

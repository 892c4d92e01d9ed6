import type { TSchema } from 'typebox';
import { arrayOf, boolean, number, optional, output } from '../../../kernel/schema/shapes.ts';
import { between, colorDef, linePixels, oneNumberOf, renderMode, rgb, share } from './types.ts';

/* Settings of a whole scene. */

/** Optional booleans by these names. */
const flags = <const N extends string>(...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, optional(boolean())])) as Record<N, ReturnType<typeof optionalFlag>>;
const optionalFlag = () => optional(boolean());

export const tilesStyling = output({ quality: share(), adjustment: optional(arrayOf(number())) }, 'GoogleTilesStyling');

const twinViewFlags = output({
  ...flags('noConstruct', 'noDim', 'noPattern', 'noWeight', 'noStyle', 'noTransp', 'noFill', 'grid', 'acs'),
  ...flags('noTexture', 'noMaterial', 'noCameraLights', 'noSourceLights', 'noSolarLight', 'visEdges', 'hidEdges'),
  ...flags('shadows', 'clipVol', 'monochrome', 'backgroundMap', 'ambientOcclusion', 'thematicDisplay', 'wiremesh'),
  ...flags('forceSurfaceDiscard', 'noWhiteOnWhiteReversal'),
  renderMode: optional(renderMode()),
});

const cutViewFlags = output({
  renderMode: optional(renderMode()),
  ...flags('constructions', 'dimensions', 'patterns', 'weights', 'styles', 'transparency', 'fill', 'textures'),
  ...flags('materials', 'acsTriad', 'grid', 'visibleEdges', 'hiddenEdges', 'shadows', 'clipVolume', 'monochrome'),
  ...flags('backgroundMap', 'ambientOcclusion', 'thematicDisplay', 'wiremesh', 'forceSurfaceDiscard'),
  ...flags('whiteOnWhiteReversal', 'lighting'),
});

const hiddenLine = output({
  ovrColor: optional(boolean()),
  color: optional(colorDef()),
  pattern: optional(linePixels()),
  width: optional(between(0, 32)),
});

const appearance = output({
  rgb: optional(rgb),
  lineRgb: optional(rgb),
  weight: optional(between(1, 31)),
  transparency: optional(share()),
  lineTransparency: optional(number()),
  linePixels: optional(linePixels()),
  ...flags('ignoresMaterial', 'nonLocatable', 'emphasized'),
});

const cutStyle = output({
  viewflags: optional(cutViewFlags),
  hiddenLine: optional(
    output({ visible: optional(hiddenLine), hidden: optional(hiddenLine), transThreshold: optional(share()) }),
  ),
  appearance: optional(appearance),
});

export const displayStyleOptions: TSchema = output(
  {
    backgroundColor: optional(colorDef()),
    monochromeColor: optional(colorDef()),
    monochromeMode: optional(oneNumberOf(0, 1)),
    twinViewFlags: optional(twinViewFlags),
    clipStyling: optional(
      output({
        ...flags('produceCutGeometry', 'colorizeIntersection'),
        insideColor: optional(rgb),
        outsideColor: optional(rgb),
        intersectionStyle: optional(output({ color: optional(rgb), width: optional(number()) })),
        cutStyle: optional(cutStyle),
      }),
    ),
    whiteOnWhiteReversal: optional(output(flags('ignoreBackgroundColor'))),
  },
  'TwinDisplayStyleOptions',
);

import { arrayOf, boolean, number, oneOf, optional, output } from '../../../kernel/schema/shapes.ts';
import { id64, idSet, positive, rgb, share } from './types.ts';

/* How a resource of the scene is shown. */

const shownAndHidden = output({ shownList: idSet(), hiddenList: idSet() });

export const modelVisibility = output(
  {
    categories: shownAndHidden,
    models: shownAndHidden,
    quality: optional(share()),
    adjustment: optional(arrayOf(number())),
    perModelCategoryVisibility: optional(arrayOf(output({ modelId: id64(), categoryId: id64(), visible: boolean() }))),
    alwaysDrawn: optional(idSet()),
    neverDrawn: optional(idSet()),
  },
  'ModelVisibility',
);

const eyeDome = output({
  mode: optional(oneOf(['off', 'on', 'full'])),
  strength: optional(positive()),
  radius: optional(positive()),
  filter: optional(positive()),
  mixWts1: optional(share()),
  mixWts2: optional(share()),
  mixWts4: optional(share()),
});

const pointCloud = output({
  shape: optional(oneOf(['square', 'round'])),
  sizeMode: optional(oneOf(['voxel', 'pixel'])),
  pixelSettings: optional(output({ size: optional(positive()) })),
  voxelSettings: optional(
    output({
      scale: optional(positive()),
      minPixelsPerVoxel: optional(positive()),
      maxPixelsPerVoxel: optional(positive()),
    }),
  ),
  eyeDome: optional(eyeDome),
});

export const realityDataStyling = output(
  {
    nonLocatable: optional(boolean()),
    rgb: optional(rgb),
    transparency: optional(share()),
    displayProps: optional(output({ overrideColorRatio: optional(share()), pointCloud: optional(pointCloud) })),
  },
  'RealityDataStyling',
);

export const resourceSettings = output(
  { transparency: optional(share()), selectionEnabled: optional(boolean()) },
  'ResourceSettings',
);

export const gisStyling = output({ transparency: optional(share()) }, 'GISStyling');

import { Type } from 'typebox';
import {
  anyObject,
  arrayOf,
  boolean,
  exactlyOne,
  integer,
  line,
  number,
  openInput,
  optional,
} from '../../../kernel/schema/shapes.ts';

/*
 * SavedViewData: camera, visibility and display of a view, in the model's coordinates (metres, Z up; angles in degrees).
 * Members that are not listed are kept. Ids of partition models, categories and elements are not looked up, so that a
 * view outlives the version of a model that it was made of.
 */

const id64 = (description?: string) =>
  line({
    untrimmed: true,
    pattern: '^(0x[1-9a-f][0-9a-f]{0,15}|0)$',
    description: description ?? 'A 64-bit id in hexadecimal.',
  });

const numbers = (count: number) => arrayOf(number(), { minItems: count, maxItems: count });
const point = numbers(3);
const flatPoint = numbers(2);
/** Three rows of four numbers: rotation, and the translation in the last column. */
const transform = arrayOf(numbers(4), { minItems: 3, maxItems: 3 });

const visibility = openInput({ enabled: optional(arrayOf(Type.String())), disabled: optional(arrayOf(Type.String())) });

const clipPlane = openInput({
  normal: optional(point),
  distance: optional(number()),
  invisible: optional(boolean()),
  interior: optional(boolean()),
});

export const clipPrimitive = exactlyOne(
  {
    /** The outer list joins, the inner ones intersect half spaces. */
    planes: optional(openInput({ clips: arrayOf(arrayOf(clipPlane)), invisible: optional(boolean()) })),
    shape: optional(
      openInput({
        points: arrayOf(point),
        transform: optional(transform),
        zLow: optional(number()),
        zHigh: optional(number()),
        mask: optional(boolean()),
        invisible: optional(boolean()),
      }),
    ),
  },
  'SavedViewClip',
  true,
);

const clips = optional(arrayOf(clipPrimitive));

const details = {
  acs: optional(id64()),
  aspectSkew: optional(number()),
  gridOrient: optional(integer({ minimum: 0, maximum: 4 })),
  gridPerRef: optional(number()),
  gridSpaceX: optional(number()),
  gridSpaceY: optional(number()),
};

const displayStyle = optional(anyObject('Kept as given.'));

export const view3d = openInput(
  {
    origin: point,
    extents: point,
    angles: optional(openInput({ yaw: optional(number()), pitch: optional(number()), roll: optional(number()) })),
    camera: optional(openInput({ lens: number(), focusDist: number(), eye: point })),
    models: optional(visibility),
    categories: optional(visibility),
    displayStyle,
    clipVectors: clips,
    viewDetails: optional(
      openInput({
        ...details,
        disable3dManipulations: optional(boolean()),
        modelClipGroups: optional(arrayOf(openInput({ models: optional(arrayOf(id64())), clipVectors: clips }))),
      }),
    ),
  },
  'SavedView3d',
);

const flat = {
  baseModelId: id64('The drawing or sheet model that is shown.'),
  origin: flatPoint,
  delta: flatPoint,
  angle: number(),
  displayStyle,
  categories: optional(visibility),
  clipVectors: clips,
  viewDetails: optional(openInput(details)),
};

export const viewDrawing = openInput(
  {
    ...flat,
    spatialView: optional(id64()),
    displaySpatialView: optional(boolean()),
    drawingToSpatialTransform: optional(transform),
    modelExtents: optional(arrayOf(point, { minItems: 2, maxItems: 2 })),
  },
  'SavedViewDrawing',
);

export const viewSheet = openInput(
  {
    ...flat,
    width: optional(number()),
    height: optional(number()),
    scale: optional(number()),
    sheetTemplate: optional(id64()),
    sheetAttachments: optional(arrayOf(id64())),
  },
  'SavedViewSheet',
);

export const savedViewData = exactlyOne(
  { twin3dView: optional(view3d), twinDrawingView: optional(viewDrawing), twinSheetView: optional(viewSheet) },
  'SavedViewData',
  true,
);

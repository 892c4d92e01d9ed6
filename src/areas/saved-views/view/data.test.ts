import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { issuesOf } from '../../../kernel/schema/validator.ts';
import { dataExample } from '../examples.ts';
import { savedViewData } from '../schema/data.ts';

const three = { origin: [0, 0, 0], extents: [1, 1, 1] };
const flat = { baseModelId: '0x1c', origin: [0, 0], delta: [10, 5], angle: 0 };
const in3d = (more: object) => ({ twin3dView: { ...three, ...more } });
const inDrawing = (more: object) => ({ twinDrawingView: { ...flat, ...more } });
const inSheet = (more: object) => ({ twinSheetView: { ...flat, ...more } });
const rows = [
  [1, 0, 0, 5],
  [0, 1, 0, 6],
  [0, 0, 1, 7],
];

const good: readonly [string, unknown][] = [
  ['the example of the documentation', dataExample],
  ['the least of a 3D view', in3d({})],
  ['without a camera, turned', in3d({ angles: { roll: 1e-9 }, models: {}, categories: { enabled: [] } })],
  [
    'clips of both kinds',
    in3d({
      clipVectors: [
        { planes: { clips: [[{ normal: [0, 0, 1], distance: 2, interior: true }, {}], []], invisible: true } },
        { shape: { points: [], transform: rows, mask: false, zLow: -1 } },
      ],
    }),
  ],
  [
    'details',
    in3d({
      viewDetails: {
        acs: '0x3a',
        gridOrient: 4,
        gridSpaceX: 0.5,
        disable3dManipulations: true,
        modelClipGroups: [{ models: ['0x20000000002', '0'], clipVectors: [] }],
      },
    }),
  ],
  ['a style that is kept, whatever is in it', in3d({ displayStyle: { viewflags: 7, x: [null, { y: 'z' }] } })],
  ['the least of a drawing', inDrawing({})],
  [
    'everything of a drawing',
    inDrawing({
      spatialView: '0x1',
      displaySpatialView: true,
      drawingToSpatialTransform: rows,
      modelExtents: [
        [0, 0, 0],
        [1, 1, 1],
      ],
      viewDetails: { gridOrient: 0 },
    }),
  ],
  [
    'everything of a sheet',
    inSheet({ width: 0.841, height: 0.594, scale: 100, sheetTemplate: '0', sheetAttachments: ['0x2'] }),
  ],
  ['a view beside what an older service wrote', { ...in3d({}), legacyView: {} }],
];

const bad: readonly [string, unknown, string[]][] = [
  ['no view', {}, ['']],
  ['two views', { ...in3d({}), ...inSheet({}) }, ['']],
  ['nothing of a 3D view', { twin3dView: {} }, ['twin3dView.origin', 'twin3dView.extents']],
  ['a null view', { twin3dView: null }, ['twin3dView']],
  ['two coordinates of three', in3d({ origin: [0, 0] }), ['twin3dView.origin']],
  ['a text among coordinates', in3d({ extents: [1, '2', 3] }), ['twin3dView.extents[1]']],
  ['a number that is not finite', in3d({ extents: [1, Number.POSITIVE_INFINITY, 3] }), ['twin3dView.extents[1]']],
  ['half a camera', in3d({ camera: { lens: 60 } }), ['twin3dView.camera.focusDist', 'twin3dView.camera.eye']],
  ['angles of text', in3d({ angles: { yaw: '90' } }), ['twin3dView.angles.yaw']],
  ['a list of numbers as visibility', in3d({ models: { enabled: [1] } }), ['twin3dView.models.enabled[0]']],
  ['a style that is no object', in3d({ displayStyle: [] }), ['twin3dView.displayStyle']],
  ['an id that is none', in3d({ viewDetails: { acs: '0X1C' } }), ['twin3dView.viewDetails.acs']],
  ['an orientation that is none', in3d({ viewDetails: { gridOrient: 5 } }), ['twin3dView.viewDetails.gridOrient']],
  ['a clip of no kind', in3d({ clipVectors: [{}] }), ['twin3dView.clipVectors[0]']],
  [
    'a clip of two kinds',
    in3d({ clipVectors: [{ planes: { clips: [] }, shape: { points: [] } }] }),
    ['twin3dView.clipVectors[0]'],
  ],
  [
    'a transform of two rows',
    in3d({ clipVectors: [{ shape: { points: [], transform: rows.slice(1) } }] }),
    ['twin3dView.clipVectors[0].shape.transform'],
  ],
  [
    'nothing of a drawing',
    { twinDrawingView: {} },
    ['baseModelId', 'origin', 'delta', 'angle'].map((name) => `twinDrawingView.${name}`),
  ],
  ['three coordinates of two', inDrawing({ origin: [0, 0, 0] }), ['twinDrawingView.origin']],
  ['one corner', inDrawing({ modelExtents: [[0, 0, 0]] }), ['twinDrawingView.modelExtents']],
  [
    'a sheet of text',
    inSheet({ width: '1', sheetAttachments: ['x'] }),
    ['twinSheetView.width', 'twinSheetView.sheetAttachments[0]'],
  ],
];

describe('data of a saved view', () => {
  for (const [name, data] of good) {
    it(`fits: ${name}`, () => assert.deepEqual(issuesOf(savedViewData, data), []));
  }
  for (const [name, data, targets] of bad) {
    it(`does not fit: ${name}`, () => {
      const found = issuesOf(savedViewData, data).map(({ target }) => target);
      assert.deepEqual(found.sort(), targets.sort());
    });
  }
});

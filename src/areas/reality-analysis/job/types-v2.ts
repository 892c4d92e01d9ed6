import { data, detector, file, type JobType, option, report, same } from './catalog.ts';

const exports3D = (base: string) => same(base, `${base}As3DTiles`, `${base}AsGeoJSON`);
const objects3D = { ...exports3D('objects3D'), ...same('locations3DAsSHP', 'locations3DAsGeoJSON') };
const minPhotos = option('minPhotos', 'integer');
const crs = option('crs', 'crs');
const computeLineWidth = option('computeLineWidth', 'boolean');
const reference = [data('reference', true), data('prediction', true)];
const iou = [option('thresholdIOU', 'share')];
const none = { oneOf: [], options: [] } as const;

/** Types of jobs of version 2 (reality-analysis.md A1.1). */
export const typesOfV2: readonly JobType[] = [
  {
    name: 'Objects2D',
    work: 'Objects2D',
    detector: 'PhotoObjectDetector',
    roles: [data('photos', true), detector('photoObjectDetector'), data('model3D'), data('objects2D')],
    oneOf: [['photoObjectDetector', 'objects2D']],
    outputs: { ...same('objects2D'), ...objects3D },
    options: [option('useTiePoints', 'boolean'), minPhotos, option('maxDist', 'positive'), crs],
  },
  {
    name: 'Segmentation2D',
    work: 'Segmentation2D',
    detector: 'PhotoSegmentationDetector',
    roles: [data('photos', true), detector('photoSegmentationDetector'), data('model3D'), data('segmentation2D')],
    oneOf: [['photoSegmentationDetector', 'segmentation2D']],
    outputs: { ...same('segmentation2D', 'segmentedPhotos'), ...exports3D('lines3D'), ...exports3D('polygons3D') },
    options: [computeLineWidth, option('removeSmallLines', 'length'), minPhotos],
  },
  {
    name: 'Segmentation3D',
    work: 'Segmentation3D',
    detector: 'PointCloudSegmentationDetector',
    roles: [data('model3D'), detector('pointCloudSegmentationDetector'), data('segmentation3D'), file('extent')],
    oneOf: [
      ['model3D', 'segmentation3D'],
      ['pointCloudSegmentationDetector', 'segmentation3D'],
    ],
    outputs: {
      ...same('segmentation3D', 'segmentedPointCloud'),
      segmentedModel3D: 'segmentedPointCloud',
      ...same('segmentation3DAsPOD', 'segmentation3DAsLAS', 'segmentation3DAsLAZ', 'segmentation3DAsPLY'),
      ...objects3D,
      ...exports3D('lines3D'),
      ...exports3D('polygons3D'),
    },
    options: [
      option('saveConfidence', 'boolean'),
      option('keepInputResolution', 'boolean'),
      computeLineWidth,
      option('removeSmallLines', 'length', ['removeSmallComponents', 'removeSmallLines']),
      crs,
    ],
  },
  {
    name: 'SegmentationOrthophoto',
    work: 'SegmentationOrthophoto',
    ...none,
    detector: 'OrthophotoSegmentationDetector',
    roles: [data('orthophoto', true), detector('orthophotoSegmentationDetector', true)],
    outputs: {
      ...same('segmentation2D', 'segmentedPhotos', 'polygons2D', 'polygons2DAsSHP', 'polygons2DAsGeoJSON'),
      ...same('lines2D', 'lines2DAsSHP', 'lines2DAsGeoJSON'),
    },
  },
  {
    name: 'ChangeDetection',
    work: 'ChangeDetection',
    oneOf: [],
    roles: [
      data('model3DA', true, ['model3dA', 'model3DA']),
      data('model3DB', true, ['model3dB', 'model3DB']),
      file('extent'),
      file('preset'),
    ],
    outputs: {
      ...objects3D,
      ...same('changesInModelA', 'changesInModelB'),
      ...same('segmentation3DA', 'segmentation3DB', 'segmentedModel3DA', 'segmentedModel3DB'),
      ...same('locations3DA', 'locations3DAAsSHP', 'locations3DAAsGeoJSON'),
      ...same('locations3DB', 'locations3DBAsSHP', 'locations3DBAsGeoJSON'),
    },
    options: [
      option('threshold', 'positive'),
      option('filterThreshold', 'positive'),
      option('growThreshold', 'positive'),
      option('resolution', 'positive', ['meshSamplingResolution', 'samplingResolution']),
      option('minPoints', 'integer', ['minPointsPerChange']),
      option('crs', 'crs', ['outputCrs']),
    ],
  },
  {
    name: 'EvalO2D',
    work: 'EvalO2D',
    roles: reference,
    oneOf: [],
    options: iou,
    outputs: { ...same(report), objects2d: 'objects2D', objects2D: 'objects2D' },
  },
  {
    name: 'EvalO3D',
    work: 'EvalO3D',
    roles: reference,
    oneOf: [],
    options: iou,
    outputs: { ...same(report), objects3d: 'objects3D', objects3D: 'objects3D' },
  },
  ...(['EvalS2D', 'EvalSOrtho'] as const).map(
    (name): JobType => ({
      name,
      work: name,
      roles: reference,
      ...none,
      outputs: same(report, 'segmentedPhotos', 'segmentation2D'),
    }),
  ),
  {
    name: 'EvalS3D',
    work: 'EvalS3D',
    roles: reference,
    ...none,
    outputs: { ...same(report, 'segmentedPointCloud', 'segmentation3D'), segmentedModel3D: 'segmentedPointCloud' },
  },
  {
    name: 'ClearanceCalculation',
    work: 'ClearanceCalculation',
    ...none,
    roles: [data('clearanceFootprint', true), data('model3D', true)],
    outputs: same('ovfPoints', 'ovfLines', 'ovfAreas'),
  },
];

import { data, detector, type JobType, option, same } from './catalog.ts';

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `exportedObjects3DCesium` → `objects3DAs3DTiles`, and so on. */
const exported = (base: string, ...endings: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    endings.map((ending) => [
      `exported${upperFirst(base)}${ending}`,
      `${base}As${ending === 'Cesium' ? '3DTiles' : ending}`,
    ]),
  );

const of3D = ['DGN', 'Cesium', 'GeoJSON'];
const objects3D = {
  ...same('objects3D'),
  ...exported('objects3D', ...of3D),
  ...exported('locations3D', 'SHP', 'GeoJSON'),
};
const lines3D = { ...same('lines3D'), ...exported('lines3D', ...of3D) };
const polygons3D = { ...same('polygons3D'), ...exported('polygons3D', ...of3D) };
const exportSrs = option('crs', 'crs', ['exportSrs']);
const minPhotos = option('minPhotos', 'integer');
const computeLineWidth = option('computeLineWidth', 'boolean');
const removeSmall = option('removeSmallLines', 'length', ['removeSmallComponents']);
const models = [data('pointClouds'), data('meshes')];

/** Types of jobs of version 1 (reality-analysis.md B1). */
export const typesOfV1: readonly JobType[] = [
  {
    name: 'objects2D',
    work: 'Objects2D',
    detector: 'PhotoObjectDetector',
    roles: [data('photos', true), detector('photoObjectDetector'), data('objects2D'), ...models],
    oneOf: [['photoObjectDetector', 'objects2D']],
    outputs: { ...same('objects2D'), ...objects3D },
    options: [option('useTiePoints', 'boolean'), minPhotos, option('maxDist', 'positive'), exportSrs],
  },
  {
    name: 'segmentation2D',
    work: 'Segmentation2D',
    detector: 'PhotoSegmentationDetector',
    roles: [data('photos', true), detector('photoSegmentationDetector'), data('segmentation2D'), ...models],
    oneOf: [['photoSegmentationDetector', 'segmentation2D']],
    outputs: { ...same('segmentation2D', 'segmentedPhotos'), ...lines3D, ...polygons3D },
    options: [computeLineWidth, removeSmall, exportSrs, minPhotos],
  },
  {
    name: 'segmentationOrthophoto',
    work: 'SegmentationOrthophoto',
    oneOf: [],
    options: [],
    detector: 'OrthophotoSegmentationDetector',
    roles: [data('orthophoto', true), detector('orthophotoSegmentationDetector', true)],
    outputs: {
      ...same('segmentation2D', 'segmentedPhotos', 'polygons2D', 'lines2D'),
      ...exported('polygons2D', 'SHP', 'GeoJSON'),
      ...exported('lines2D', 'SHP', 'DGN', 'GeoJSON'),
    },
  },
  {
    name: 'segmentation3D',
    work: 'Segmentation3D',
    detector: 'PointCloudSegmentationDetector',
    roles: [...models, detector('pointCloudSegmentationDetector'), data('segmentation3D'), data('clipPolygon')],
    oneOf: [
      ['pointClouds', 'meshes', 'segmentation3D'],
      ['pointCloudSegmentationDetector', 'segmentation3D'],
    ],
    outputs: {
      ...same('segmentation3D', 'segmentedPointCloud'),
      ...objects3D,
      ...lines3D,
      ...polygons3D,
      ...exported('segmentation3D', 'POD', 'LAS', 'LAZ', 'PLY'),
    },
    options: [option('saveConfidence', 'boolean'), exportSrs, removeSmall, computeLineWidth],
  },
  {
    name: 'changeDetection',
    work: 'ChangeDetection',
    roles: [data('pointClouds1'), data('meshes1'), data('pointClouds2'), data('meshes2')],
    oneOf: [
      ['pointClouds1', 'meshes1'],
      ['pointClouds2', 'meshes2'],
    ],
    outputs: objects3D,
    options: [
      option('colorThresholdLow', 'ignored'),
      option('colorThresholdHigh', 'ignored'),
      option('low', 'positive', ['distThresholdLow']),
      option('high', 'positive', ['distThresholdHigh']),
      option('resolution', 'positive'),
      option('minPoints', 'integer'),
      exportSrs,
    ],
  },
  {
    name: 'extractGround',
    work: 'ExtractGround',
    detector: 'PointCloudSegmentationDetector',
    roles: [...models, detector('pointCloudSegmentationDetector'), data('clipPolygon')],
    oneOf: [['pointClouds', 'meshes']],
    outputs: { ...same('segmentation3D', 'segmentedPointCloud'), ...exported('segmentation3D', 'POD', 'LAS', 'LAZ') },
    options: [exportSrs],
  },
];

import type { Schemas } from '@twin-platform/client';
import type { Scene } from './scene.ts';

export type Data = Schemas['realityData']['ListedRealityData'];
export type DetectorType = Schemas['realityAnalysis']['DetectorMinimal']['type'];

/** What an input must be. Of scenes it depends on what they hold. */
interface Kind {
  readonly types: readonly string[];
  readonly scene?: (scene: Scene) => boolean;
  /** What to do where nothing fits. */
  readonly none: string;
}

const clouds = ['LAS', 'LAZ', 'PLY', 'E57', 'PCD', 'PTX', 'XYZ'];

export const kinds = {
  photos: {
    types: ['CCImageCollection'],
    scene: ({ photos }) => photos.length > 0,
    none: 'Upload photos under Reality data first.',
  },
  posed: {
    types: [],
    scene: ({ posed }) => posed > 0,
    none: 'Photos of which is known where they were taken come from a scene of oriented photos.',
  },
  model: {
    types: [...clouds, 'OBJ'],
    scene: ({ models, cloud }) => models > 0 || cloud !== undefined,
    none: 'Upload a point cloud or a mesh (OBJ) under Reality data first.',
  },
  map: { types: ['Orthophoto'], none: 'Upload an orthophoto (GeoTIFF) under Reality data first.' },
  objects2D: {
    types: [],
    scene: ({ objects2D }) => objects2D !== undefined,
    none: 'There is no result with boxes on photos yet.',
  },
  masks: { types: [], scene: ({ masks }) => masks !== undefined, none: 'There is no result with areas yet.' },
  objects3D: {
    types: [],
    scene: ({ objects3D }) => objects3D !== undefined,
    none: 'There is no result with boxes in space yet.',
  },
  classes: {
    types: clouds,
    scene: ({ cloud }) => cloud !== undefined,
    none: 'There is no point cloud with classes yet.',
  },
} satisfies Readonly<Record<string, Kind>>;
export type KindName = keyof typeof kinds;

export interface InputField {
  readonly role: string;
  readonly label: string;
  readonly about?: string;
  readonly kind: KindName;
  readonly required: boolean;
  /** Outputs that only this input makes possible. */
  readonly adds?: readonly string[];
}

export interface Setting {
  readonly option: string;
  readonly label: string;
  readonly about?: string;
  readonly is: 'number' | 'whole' | 'switch' | 'share';
  readonly unit?: string;
  /** What is filled in; undefined: left to the server. */
  readonly usual?: number | boolean;
}

/** Something that people want to know, and the job that finds it out. */
export interface Want {
  /** In the address. */
  readonly key: string;
  readonly title: string;
  readonly about: string;
  readonly version: 1 | 2;
  /** As the API calls it. */
  readonly type: string;
  readonly inputs: readonly InputField[];
  readonly detector?: { readonly role: string; readonly type: DetectorType; readonly label: string };
  readonly outputs: readonly string[];
  readonly settings: readonly Setting[];
}

const shapes3D = (base: string) => [base, `${base}As3DTiles`, `${base}AsGeoJSON`];
const detector = (role: string, type: DetectorType) => ({ role, type, label: 'Detector' });
const minPhotos: Setting = {
  option: 'minPhotos',
  label: 'Seen in at least',
  unit: 'photos',
  is: 'whole',
  usual: 2,
  about: 'What fewer photos show is left out.',
};
const widths: Setting = { option: 'computeLineWidth', label: 'Measure how wide lines are', is: 'switch', usual: true };
const overlap: Setting = {
  option: 'thresholdIOU',
  label: 'Overlap that counts as found',
  is: 'share',
  usual: 0.5,
  about: 'From 0 to 1: the part of both boxes together that they share.',
};

const evaluation = (key: string, title: string, type: string, kind: KindName, outputs: readonly string[]): Want => ({
  key,
  title,
  version: 2,
  type,
  outputs: ['report', ...outputs],
  about: 'Compares it with what is known to be right, and counts what was found, missed and made up.',
  inputs: [
    { role: 'reference', label: 'What is right', kind, required: true },
    { role: 'prediction', label: 'What was found', kind, required: true },
  ],
  settings: /O[23]D$/.test(type) ? [overlap] : [],
});

export const wants: readonly Want[] = [
  {
    key: 'objects',
    title: 'Find things in photos',
    version: 2,
    type: 'Objects2D',
    about: 'A detector marks what it knows with boxes: damages, signs, insulators.',
    inputs: [{ role: 'photos', label: 'Photos', kind: 'photos', required: true }],
    detector: detector('photoObjectDetector', 'PhotoObjectDetector'),
    outputs: ['objects2D'],
    settings: [],
  },
  {
    key: 'areas',
    title: 'Mark areas in photos',
    version: 2,
    type: 'Segmentation2D',
    about:
      'A detector colours what it knows: cracks, rust, plants. On a model, lines and outlines are placed in space, too.',
    inputs: [
      { role: 'photos', label: 'Photos', kind: 'photos', required: true },
      {
        role: 'model3D',
        label: 'On this model',
        kind: 'model',
        required: false,
        about: 'A point cloud or mesh of the same place; the photos must be oriented.',
        adds: [...shapes3D('lines3D'), ...shapes3D('polygons3D')],
      },
    ],
    detector: detector('photoSegmentationDetector', 'PhotoSegmentationDetector'),
    outputs: ['segmentation2D'],
    settings: [widths, minPhotos],
  },
  {
    key: 'place',
    title: 'Place in space what photos show',
    version: 2,
    type: 'Objects2D',
    about: 'Boxes on photos, after you have looked through them, become boxes in 3D.',
    inputs: [
      { role: 'photos', label: 'Oriented photos', kind: 'posed', required: true },
      { role: 'objects2D', label: 'What was found on them', kind: 'objects2D', required: true },
      {
        role: 'model3D',
        label: 'On this model',
        kind: 'model',
        required: false,
        about: 'Makes the boxes as tight as the things are.',
      },
    ],
    outputs: [...shapes3D('objects3D'), 'locations3DAsGeoJSON'],
    settings: [minPhotos, { option: 'maxDist', label: 'Not farther from the photo than', unit: 'm', is: 'number' }],
  },
  {
    key: 'map',
    title: 'Find things on an orthophoto',
    version: 2,
    type: 'SegmentationOrthophoto',
    about: 'A detector outlines what it knows on a map made of photos.',
    inputs: [{ role: 'orthophoto', label: 'Orthophoto', kind: 'map', required: true }],
    detector: detector('orthophotoSegmentationDetector', 'OrthophotoSegmentationDetector'),
    outputs: ['segmentation2D', 'polygons2D', 'polygons2DAsGeoJSON', 'lines2D', 'lines2DAsGeoJSON'],
    settings: [],
  },
  {
    key: 'cloud',
    title: 'Sort the points of a cloud',
    version: 2,
    type: 'Segmentation3D',
    about: 'A detector gives each point a class, and puts boxes around what belongs together.',
    inputs: [{ role: 'model3D', label: 'Point cloud or mesh', kind: 'model', required: true }],
    detector: detector('pointCloudSegmentationDetector', 'PointCloudSegmentationDetector'),
    outputs: ['segmentation3D', 'segmentation3DAsLAZ', ...shapes3D('objects3D')],
    settings: [
      { option: 'keepInputResolution', label: 'Keep every point', is: 'switch', usual: true },
      { option: 'saveConfidence', label: 'Store how sure each point is', is: 'switch', usual: false },
    ],
  },
  {
    key: 'ground',
    title: 'Take the ground out of a cloud',
    version: 1,
    type: 'extractGround',
    about: 'Tells the points of the ground from everything that stands on it. Needs no detector.',
    inputs: [{ role: 'pointClouds', label: 'Point cloud', kind: 'classes', required: true }],
    outputs: ['segmentation3D', 'exportedSegmentation3DLAZ'],
    settings: [],
  },
  {
    key: 'changes',
    title: 'See what has changed',
    version: 2,
    type: 'ChangeDetection',
    about: 'Compares two surveys of one place, and lists what is new and what is gone. Needs no detector.',
    inputs: [
      { role: 'model3dA', label: 'Before', kind: 'model', required: true },
      { role: 'model3dB', label: 'After', kind: 'model', required: true },
    ],
    outputs: [...shapes3D('objects3D'), 'changesInModelA', 'changesInModelB'],
    settings: [
      {
        option: 'filterThreshold',
        label: 'A change moves at least',
        unit: 'm',
        is: 'number',
        usual: 0.8,
        about: 'Somewhere within it.',
      },
      {
        option: 'growThreshold',
        label: 'It reaches to where surfaces differ by',
        unit: 'm',
        is: 'number',
        usual: 0.4,
      },
      { option: 'minPointsPerChange', label: 'Of at least', unit: 'points', is: 'whole', usual: 30 },
    ],
  },
  evaluation('check-objects', 'Check boxes on photos', 'EvalO2D', 'objects2D', ['objects2D']),
  evaluation('check-areas', 'Check areas in photos', 'EvalS2D', 'masks', ['segmentation2D']),
  evaluation('check-space', 'Check boxes in space', 'EvalO3D', 'objects3D', ['objects3D']),
  evaluation('check-map', 'Check areas on an orthophoto', 'EvalSOrtho', 'masks', []),
  evaluation('check-cloud', 'Check the classes of a cloud', 'EvalS3D', 'classes', ['segmentation3D']),
];

/** What was wanted of an analysis. */
export const wantOf = (type: string, inputs: ReadonlyMap<string, string>): Want | undefined => {
  const fitting = wants.filter((one) => one.type.toLowerCase() === type.toLowerCase());
  return fitting.find(({ detector: of }) => of && inputs.has(of.role)) ?? fitting.at(-1);
};

/** Whether data may be taken; undefined until one has looked into it. */
export function fits(
  name: KindName,
  { type }: Pick<Data, 'type'>,
  scene: Scene | null | undefined,
): boolean | undefined {
  const kind: Kind = kinds[name];
  if (kind.types.includes(type)) return true;
  if (type !== 'ContextScene' || !kind.scene) return false;
  return scene === undefined ? undefined : scene !== null && kind.scene(scene);
}

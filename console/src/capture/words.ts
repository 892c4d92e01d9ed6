import type { Job, Message, NewJob } from './queries.ts';

export type Format = NewJob['settings']['outputs'][number];
export type Quality = NewJob['settings']['quality'];

/** Something that can be made of photos, and what it is good for. */
export interface Output {
  readonly format: Format;
  readonly label: string;
  readonly about: string;
}

export const outputs: readonly Output[] = [
  {
    format: 'Cesium 3D Tiles',
    label: '3D model',
    about: 'A mesh with the photos on it, to look at here and elsewhere.',
  },
  { format: 'Orthophoto/DSM', label: 'Orthophoto and height model', about: 'Seen straight from above, to scale.' },
  { format: 'LAS', label: 'Point cloud, LAS', about: 'What most programs for point clouds read.' },
  { format: 'ContextScene', label: 'Oriented photos', about: 'Where each was taken: photos in 3D, check of points.' },
  { format: 'OBJ', label: 'Mesh, OBJ', about: 'The same mesh for modelling programs.' },
  { format: 'PLY', label: 'Point cloud, PLY', about: 'The same points for other programs.' },
  { format: 'CCOrientations', label: 'Oriented photos, XML', about: 'For other photogrammetry programs.' },
];

/** Outputs that say where photos were taken, and need nothing of the surface. */
export const isOrientation = (format: string): boolean => format === 'ContextScene' || format === 'CCOrientations';

export const outputLabel = (format: string): string => outputs.find((one) => one.format === format)?.label ?? format;

export const qualities: readonly { readonly value: Quality; readonly label: string; readonly about: string }[] = [
  { value: 'Draft', label: 'Draft', about: 'Quick, to see whether the photos will do.' },
  { value: 'Medium', label: 'Medium', about: 'For most purposes. Takes about four times as long as a draft.' },
  { value: 'Extra', label: 'Fine', about: 'All that the photos hold. Takes many times as long.' },
];
export const qualityLabel = (quality: string): string =>
  qualities.find(({ value }) => value === quality)?.label ?? quality;

export const stateWords: Readonly<Record<Job['state'], string>> = {
  unsubmitted: 'Not started',
  active: 'Under way',
  success: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
export const stateColors: Readonly<Record<Job['state'], string>> = {
  unsubmitted: 'gray',
  active: 'blue',
  success: 'teal',
  failed: 'red',
  cancelled: 'gray',
};

/** The steps of a job in their order, with what is done in each. */
export const steps: readonly (readonly [step: string, label: string, about: string])[] = [
  ['PrepareStep', 'Photos are read', 'Size, camera, place and time of each.'],
  ['Calibration', 'Photos are oriented', 'Where each was taken and which way it looks.'],
  ['Reconstruction', 'Surfaces are measured', 'Depths of every photo, checked against its neighbours.'],
  ['Production', 'Results are made', 'Mesh, textures, maps and files.'],
  ['Upload', 'Results are stored', 'They appear in Reality data.'],
];

/** The steps that a job takes: without a surface there is none to measure. */
export const stepsOf = ({ jobSettings }: Job): typeof steps =>
  steps.filter(
    ([step]) => step !== 'Reconstruction' || jobSettings.outputs.some(({ format }) => !isOrientation(format)),
  );

export const stepLabel = (step: string): string => steps.find(([one]) => one === step)?.[1] ?? 'Is under way';

/** A message in one sentence. */
export const textOf = ({ message, params }: Message): string =>
  params.reduce((text, value, n) => text.replaceAll(`%${n + 1}`, value), message);

const advices: Readonly<Record<string, string>> = {
  EngineNotAvailable:
    'Ask who runs this server to install the program colmap, or give photos whose poses are known: an oriented scene, or photos that tell place and attitude.',
  InputData_Missing: 'Look whether the photos are still there under Reality data, or in the recycle bin.',
  InputData_Invalid: 'Correct or replace the file that is named, then try again.',
  InputFile_Invalid: 'Correct the file that is named, then try again.',
  InputSrsUnknown: 'Write the system as EPSG:25832, or EPSG:25832+7837 with heights.',
  TooFewPhotos: 'Add photos: at least three, each of which shows more than half of what its neighbour shows.',
  PhotosNotConnected:
    'Add photos between the parts that do not hold together, or make a job of each part. Neighbours should show 60 to 80 % of the same.',
  LimitExceeded: 'Take fewer photos at once, or ask who runs this server to raise the limit.',
  OutOfMemory: 'Choose a lower quality or fewer photos, or ask who runs this server for more memory.',
  TimeLimit: 'Choose a lower quality or fewer photos.',
  InternalError: 'Try again. When it fails again, tell who runs this server.',
  PosesFromMetadata: 'Good for a look, not for measuring.',
  NoGeoreference: 'It has no place on earth and no true size. Three control points, or photos with GPS, give it both.',
  VerticalDatumNotApplied: 'Heights in the 3D view are those of the points, not above the ellipsoid.',
  PhotosLeftOut: 'They show too little in common with the others; photos between them would help.',
};

/** What one can do about a message, or what it means; nothing where it says all. */
export const adviceOf = ({ code }: Message): string | undefined => advices[code];

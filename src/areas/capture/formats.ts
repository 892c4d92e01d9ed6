/** What a job may be asked for (capture.md section 1). */
export const formats = [
  'CCOrientations',
  '3MX',
  '3SM',
  'WebReady ScalableMesh',
  'Cesium 3D Tiles',
  'POD',
  'Orthophoto/DSM',
  'LAS',
  'FBX',
  'OBJ',
  'ESRI i3s',
  'DGN',
  'LODTreeExport',
  'PLY',
  'OPC',
  'OMR',
  'ContextScene',
  'GaussianSplats',
] as const;

export const qualities = ['Draft', 'Medium', 'Extra'] as const;
export type Quality = (typeof qualities)[number];

export const jobTypes = ['Full', 'Calibration', 'Reconstruction'] as const;
export type JobType = (typeof jobTypes)[number];

const orientations: readonly string[] = ['CCOrientations', 'ContextScene'];

/** Calibrations make oriented photos only, all others something of them, too. */
export const fitsType = (type: string, outputs: readonly string[]): boolean =>
  type === 'Calibration'
    ? outputs.every((output) => orientations.includes(output))
    : outputs.some((output) => !orientations.includes(output));

const dataTypes: Readonly<Record<string, string>> = {
  'Cesium 3D Tiles': 'Cesium3DTiles',
  'Orthophoto/DSM': 'OrthophotoDSM',
  'WebReady ScalableMesh': '3SM',
  'ESRI i3s': 'SLPK',
  POD: 'PointCloud',
  LODTreeExport: 'LODTree',
  GaussianSplats: 'GS_PLY',
};

/** The type of reality data that an output is. */
export const dataTypeOf = (format: string): string => dataTypes[format] ?? format;

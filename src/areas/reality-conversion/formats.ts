/*
 * What can be converted into what (reality-conversion.md sections 1 and 2). Types of inputs are those of reality data.
 */

export const jobTypes = ['Conversion', 'ImportFeatures'] as const;
export type JobType = (typeof jobTypes)[number];

const families = {
  cloud: {
    in: ['LAS', 'LAZ', 'PLY', 'E57', 'OPC', 'PointCloud', 'PNTS', 'XYZ', 'PCD', 'PTX', 'GS_PLY', 'Cesium3DTiles'],
    out: ['OPC', 'PNTS', 'GLB', 'GLBC', 'LAS', 'LAZ', 'E57', 'PLY', 'PointCloud'],
  },
  mesh: { in: ['OBJ', 'GLB', 'GLTF', 'PLY'], out: ['Cesium3DTiles'] },
  vector: { in: ['ContextScene', 'GeoJSON', 'OVF', 'OVT', 'SHP'], out: ['GeoJSON'] },
  raster: { in: ['Orthophoto', 'OrthophotoDSM', 'OMI', 'OVF', 'OVT'], out: ['XYZTileMap', 'COG'] },
} as const;

/** Made by jobs of the type ImportFeatures only, which make nothing else. */
const features = 'FDB';

const all = Object.values(families);

export const outputTypes = [
  'OPC',
  'PNTS',
  'GLB',
  'GLBC',
  'LAS',
  'LAZ',
  'E57',
  'PLY',
  'PointCloud',
  'GeoJSON',
  features,
  'XYZTileMap',
  'Cesium3DTiles',
  'COG',
] as const;
export type OutputType = (typeof outputTypes)[number];

export const inputTypes: readonly string[] = [...new Set(all.flatMap((family) => family.in))];

export const isInputType = (type: string): boolean => inputTypes.includes(type);

/** Whether jobs of a type can be asked for this output of this input. */
export function fits(job: string, input: string, output: string): boolean {
  if (job === 'ImportFeatures' || output === features) {
    return job === 'ImportFeatures' && output === features && families.vector.in.some((type) => type === input);
  }
  return all.some((family) => family.in.some((type) => type === input) && family.out.some((type) => type === output));
}

const dataTypes: Readonly<Record<string, string>> = {
  GLB: 'Cesium3DTiles',
  GLBC: 'Cesium3DTiles',
  FDB: 'Unstructured',
  XYZTileMap: 'Unstructured',
  COG: 'Orthophoto',
};

/** The type of reality data that an output is. */
export const dataTypeOf = (output: string): string => dataTypes[output] ?? output;

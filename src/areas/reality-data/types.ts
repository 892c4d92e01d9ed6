/** What reality data may be (capture.md sections 0.2 and 7), in this spelling; requests may spell them in any case. */
export const dataTypes = [
  'ContextScene',
  'CCOrientations',
  'ContextDetector',
  'LAS',
  'LAZ',
  'E57',
  'PCD',
  'XYZ',
  'PTX',
  'OPC',
  'PointCloud',
  'PLY',
  'PNTS',
  'Cesium3DTiles',
  'OBJ',
  'GLB',
  'GLTF',
  'FBX',
  '3MX',
  '3SM',
  'DGN',
  'GeoJSON',
  'SHP',
  'KML',
  'OrthophotoDSM',
  'Orthophoto',
  'CCImageCollection',
  'DAE',
  'LOD',
  'LODTree',
  'OMR',
  'OMI',
  'OSGB',
  'OVF',
  'OVT',
  'RealityMesh3DTiles',
  'Terrain3DTiles',
  'ModelingReference',
  'SLPK',
  'SpaceEyes3D',
  'SuperMap',
  'S3C',
  'TexturedTiePoints',
  'GS_PLY',
  'GS_SPZ',
  'GS_3DT',
  'GaussianSplat3DTiles',
  'Unstructured',
] as const;

/** Its type is found in its content. */
export const unstructured = 'Unstructured';

const spellings = new Map(dataTypes.map((type) => [type.toLowerCase(), type]));

export const typeNamed = (text: string): string | undefined => spellings.get(text.toLowerCase());

export const classifications = ['Terrain', 'Imagery', 'Pinned', 'Model', 'Undefined'] as const;
export type Classification = (typeof classifications)[number];

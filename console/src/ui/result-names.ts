/** What jobs make, by the code that they and the names of results have it under. */
const names: Readonly<Record<string, string>> = {
  GLBC: '3D Tiles',
  GLB: '3D Tiles, uncompressed',
  PNTS: '3D Tiles 1.0',
  OPC: 'Point cloud tiles',
  Cesium3DTiles: '3D Tiles',
  XYZTileMap: 'Tile map',
  COG: 'Cloud-optimized GeoTIFF',
  PointCloud: 'Point cloud',
  LAS: 'LAS',
  LAZ: 'LAZ',
  E57: 'E57',
  GeoJSON: 'GeoJSON',
  PLY: 'PLY',
  OBJ: 'OBJ',
  objects2D: 'Objects in photos',
  segmentation2D: 'Areas in photos',
  segmentedPhotos: 'Masks',
  objects3D: 'Objects in 3D',
  objects3DAs3DTiles: 'Objects, 3D Tiles',
  objects3DAsGeoJSON: 'Objects, GeoJSON',
  lines3D: 'Lines in 3D',
  lines3DAs3DTiles: 'Lines, 3D Tiles',
  lines3DAsGeoJSON: 'Lines, GeoJSON',
  polygons3D: 'Outlines in 3D',
  polygons3DAs3DTiles: 'Outlines, 3D Tiles',
  polygons3DAsGeoJSON: 'Outlines, GeoJSON',
  polygons2D: 'Outlines',
  polygons2DAsGeoJSON: 'Outlines, GeoJSON',
  lines2D: 'Lines',
  lines2DAsGeoJSON: 'Lines, GeoJSON',
  locations3DAsGeoJSON: 'Locations, GeoJSON',
  locations3DAsSHP: 'Locations, shapefile',
  segmentation3D: 'Point classes',
  segmentation3DAsLAZ: 'Classified point cloud, LAZ',
  segmentation3DAsLAS: 'Classified point cloud, LAS',
  segmentedPointCloud: 'Classified point cloud',
  exportedSegmentation3DLAZ: 'Classified point cloud, LAZ',
  changesInModelA: 'Removed points',
  changesInModelB: 'Added points',
  report: 'Report',
  orientations: 'Photo orientations',
  CCOrientations: 'Photo orientations',
  ContextScene: 'Oriented photos',
};

/** A format or a kind of result in words. */
export const formatName = (code: string): string => names[code] ?? code;

/** The name of data in words: jobs call their results `Yard - GLBC`. */
export function nameInWords(displayName: string): string {
  const [, name, code = ''] = /^(.*\S) - (\w+)$/.exec(displayName) ?? [];
  return name !== undefined && Object.hasOwn(names, code) ? `${name}, ${formatName(code)}` : displayName;
}

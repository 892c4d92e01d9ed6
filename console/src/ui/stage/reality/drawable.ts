const tilesets = ['Cesium3DTiles', 'PNTS', 'RealityMesh3DTiles', 'Terrain3DTiles'];
const mapRoot = 'tilemap.json';

/** What of reality data says whether it can be drawn. */
interface Kind {
  readonly type: string;
  readonly rootDocument?: string;
  readonly authoring?: boolean;
}

/** A map of pictures, made by a conversion. */
export const isMap = ({ type, rootDocument }: Kind): boolean => type === 'Unstructured' && rootDocument === mapRoot;

/** It can be looked at as it is. */
export const isDrawable = (data: Kind): boolean =>
  data.authoring !== true && (isMap(data) || (tilesets.includes(data.type) && data.rootDocument !== undefined));

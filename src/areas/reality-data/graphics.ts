import type { Graphic } from '../../api/ports/meshes.ts';
import type { Ports } from '../../api/ports/ports.ts';
import { blobLink } from '../../kernel/blobs/container-link.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { jsonIn } from './content/json.ts';
import { sourceOf } from './content/source.ts';
import { rootOf } from './data/view.ts';
import type { DataRow } from './tables.ts';
import { unstructured } from './types.ts';

/** What viewers make of the root document, by the type of the data. */
const graphicTypes: Readonly<Record<string, string>> = {
  Cesium3DTiles: '3DTILES',
  PNTS: '3DTILES',
  RealityMesh3DTiles: '3DTILES',
  Terrain3DTiles: '3DTILES',
  GeoJSON: 'GEOJSON',
  KML: 'KML',
  GLB: 'GLTF',
  GLTF: 'GLTF',
};

const tileMap = 'tilemap.json';

type Needs = Pick<Ports, 'blobs' | 'files'>;

/** What can be shown of reality data by a link to its container; nothing while it is being made. */
export async function graphicsIn(db: Reader, row: DataRow, container: string, ports: Needs): Promise<Graphic[]> {
  const root = rootOf(row);
  if (row.authoring === 1 || root === null) return [];
  if (row.type === unstructured && root === tileMap) return imagery(db, row, container, ports);
  const type = graphicTypes[row.type];
  const path = root.split('/').map(encodeURIComponent).join('/');
  return type === undefined ? [] : [{ type, uri: blobLink(container, path) }];
}

/** A map of tiles, which is described by TileJSON. */
async function imagery(db: Reader, row: DataRow, container: string, { blobs, files }: Needs): Promise<Graphic[]> {
  const file = await files.trees.resolve(db, row.item_id, tileMap);
  const json = file && (await jsonIn(sourceOf(blobs, [file]), file));
  if (json === undefined) return [];
  const { minzoom, maxzoom, bounds, tiles } = json;
  const [template] = Array.isArray(tiles) ? tiles : [];
  const extension = /\.(\w+)(?:\?.*)?$/.exec(String(template ?? ''))?.[1] ?? 'png';
  const isBox = Array.isArray(bounds) && bounds.length === 4 && bounds.every((one) => typeof one === 'number');
  const options = {
    ...(typeof minzoom === 'number' ? { minimumLevel: minzoom } : {}),
    ...(typeof maxzoom === 'number' ? { maximumLevel: maxzoom } : {}),
    ...(isBox ? { rectangle: bounds } : {}),
  };
  const uri = blobLink(container, `{z}/{x}/{y}.${extension}`);
  return [{ type: 'IMAGERY', uri, provider: { name: 'UrlTemplateImageryProvider', options } }];
}

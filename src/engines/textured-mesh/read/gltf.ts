import { fileBeside } from '../../conversion/files.ts';
import type { InputFile } from '../../conversion/params.ts';
import { EngineFailure } from '../../engine.ts';
import { unreadable } from '../../formats/unreadable.ts';
import { numbersOf } from '../../preview/accessor.ts';
import { bytesInUri, type Gltf, isDataUri, readGltf } from '../../preview/gltf.ts';
import { type Members, membersOf, numbersIn, objectsIn, wholeIn } from '../../preview/members.ts';
import { primitivesOf, surfaceOf } from '../../preview/surfaces.ts';
import { type Material, type MeshBuilder, meshBuilder, mostMaterials, plain, type TexturedMesh } from '../mesh.ts';

type Find = (uri: string) => string | undefined;

/** Reads a glTF or GLB with its textures; its files are among the inputs. */
export async function readGltfMesh(
  input: InputFile,
  inputs: readonly InputFile[],
  most: number,
): Promise<TexturedMesh> {
  const find: Find = (uri) => fileBeside(inputs, input, decoded(uri))?.path;
  try {
    const gltf = await readGltf(input.path, find);
    const builder = meshBuilder(most);
    const materials = [plain, ...gltf.materials.map((material) => materialOf(gltf, material, find))];
    if (materials.length > mostMaterials) throw unreadable(input.name, 'it has too many materials');
    for (const { primitive, matrix } of primitivesOf(gltf)) {
      const surface = surfaceOf(gltf, primitive, matrix);
      if (surface) addSurface(gltf, primitive, surface, builder);
    }
    return builder.finish(materials);
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.params.length > 0) throw error;
    throw unreadable(input.name, error.message.replace(/\.$/, ''));
  }
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

function addSurface(
  gltf: Gltf,
  primitive: Members,
  { points, triangles }: { readonly points: Float64Array; readonly triangles: Uint32Array },
  builder: MeshBuilder,
): void {
  const { TEXCOORD_0: uvAt, COLOR_0: colorAt } = membersOf(primitive.attributes);
  const count = points.length / 3;
  const uvs = uvAt === undefined ? undefined : numbersOf(gltf, wholeIn({ uvAt }, 'uvAt'), 2);
  const colors = colorAt === undefined ? undefined : colorsOf(gltf, wholeIn({ colorAt }, 'colorAt'), count);
  const material = primitive.material === undefined ? 0 : wholeIn(primitive, 'material') + 1;
  const vertices = Uint32Array.from({ length: count }, (_, n) =>
    builder.vertex(
      undefined,
      [points[3 * n] ?? 0, points[3 * n + 1] ?? 0, points[3 * n + 2] ?? 0],
      [uvs?.[2 * n] ?? 0, uvs?.[2 * n + 1] ?? 0],
      Math.min(material, gltf.materials.length),
      colors && Array.from(colors.subarray(4 * n, 4 * n + 4)),
    ),
  );
  for (let n = 0; n + 2 < triangles.length; n += 3) {
    const at = (corner: number) => vertices[triangles[n + corner] ?? 0] ?? 0;
    builder.triangle(at(0), at(1), at(2));
  }
}

/** Linear, of 8 bits; with three numbers or four. */
function colorsOf(gltf: Gltf, accessor: number, count: number): Uint8Array {
  const width = membersOf(gltf.accessors[accessor]).type === 'VEC3' ? 3 : 4;
  const values = numbersOf(gltf, accessor, width);
  const colors = new Uint8Array(4 * count).fill(255);
  for (let n = 0; n < count; n++) {
    for (let k = 0; k < width; k++) colors[4 * n + k] = Math.round(255 * (values[width * n + k] ?? 1));
  }
  return colors;
}

function materialOf(gltf: Gltf, material: Members, find: Find): Material {
  const surface = membersOf(material.pbrMetallicRoughness);
  const [r = 1, g = 1, b = 1, a = 1] = numbersIn(surface, 'baseColorFactor', 4) ?? [];
  const picture =
    surface.baseColorTexture === undefined ? undefined : pictureOf(gltf, membersOf(surface.baseColorTexture), find);
  return { color: [r, g, b, material.alphaMode === 'BLEND' ? a : 1], picture };
}

/** A picture that is not there leaves the surface in its colour. */
function pictureOf(gltf: Gltf, texture: Members, find: Find): Material['picture'] {
  const source = objectsIn(gltf.json.textures)[wholeIn(texture, 'index')]?.source;
  const image = source === undefined ? undefined : objectsIn(gltf.json.images)[wholeIn({ source }, 'source')];
  if (image === undefined) return undefined;
  if (typeof image.uri === 'string') return isDataUri(image.uri) ? bytesInUri(image.uri) : find(image.uri);
  const view = image.bufferView === undefined ? undefined : gltf.views[wholeIn(image, 'bufferView')];
  const buffer = view === undefined ? undefined : gltf.buffers[wholeIn(view, 'buffer')];
  if (view === undefined || buffer === undefined) return undefined;
  const start = wholeIn(view, 'byteOffset', 0);
  return buffer.subarray(start, start + wholeIn(view, 'byteLength'));
}

import type { Attribute, DecoderModule, DracoArray, PointCloud } from 'draco3d';

/*
 * Points of 3D Tiles 1.0 that Draco has packed (3DTILES_draco_point_compression): its decoder runs in WebAssembly, so a damaged
 * tile harms nothing but itself.
 */

export const dracoExtension = '3DTILES_draco_point_compression';

/** How many values of an attribute there are for a point, and in what numbers. */
export interface PackedAttribute {
  /** As the tile numbers it. */
  readonly id: number;
  readonly kind: 'float' | 'byte';
}

/** Values of all points, one after the other. */
export interface UnpackedAttribute {
  readonly components: number;
  readonly values: Float32Array | Uint8Array;
}

let loaded: Promise<DecoderModule> | undefined;

/**
 * The attributes of packed points, in the order in which they are asked for. Undefined where the bytes are damaged, or are not of
 * so many points with these attributes.
 */
export async function unpackPoints(
  bytes: Uint8Array,
  count: number,
  wanted: readonly PackedAttribute[],
): Promise<readonly UnpackedAttribute[] | undefined> {
  loaded ??= import('draco3d').then(({ createDecoderModule }) => createDecoderModule({}));
  const draco = await loaded;
  const [decoder, buffer, cloud] = [new draco.Decoder(), new draco.DecoderBuffer(), new draco.PointCloud()];
  try {
    buffer.Init(new Int8Array(bytes), bytes.length);
    const status = decoder.DecodeBufferToPointCloud(buffer, cloud);
    if (!status.ok() || cloud.ptr === 0 || cloud.num_points() !== count) return undefined;
    const found = wanted.map(({ id, kind }) => valuesOf(draco, decoder, cloud, id, kind));
    return found.every((one) => one !== undefined) ? found : undefined;
  } catch {
    loaded = undefined; // a decoder that has thrown is not used again
    return undefined;
  } finally {
    for (const one of [cloud, buffer, decoder]) draco.destroy(one);
  }
}

function valuesOf(
  draco: DecoderModule,
  decoder: InstanceType<DecoderModule['Decoder']>,
  cloud: PointCloud,
  id: number,
  kind: PackedAttribute['kind'],
): UnpackedAttribute | undefined {
  const attribute = decoder.GetAttributeByUniqueId(cloud, id) as Attribute & { readonly ptr: number };
  if (attribute.ptr === 0) return undefined;
  const components = attribute.num_components();
  const length = components * cloud.num_points();
  const array = kind === 'float' ? new draco.DracoFloat32Array() : new draco.DracoUInt8Array();
  try {
    if (kind === 'float') decoder.GetAttributeFloatForAllPoints(cloud, attribute, array);
    else decoder.GetAttributeUInt8ForAllPoints(cloud, attribute, array);
    return { components, values: filled(kind === 'float' ? new Float32Array(length) : new Uint8Array(length), array) };
  } finally {
    draco.destroy(array);
  }
}

function filled<T extends Float32Array | Uint8Array>(values: T, from: DracoArray): T {
  for (let n = 0; n < values.length; n++) values[n] = from.GetValue(n);
  return values;
}

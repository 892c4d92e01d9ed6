import { pictureTypes } from '../image-input.ts';
import type { Network, NetworkPort } from '../network.ts';
import { readNumbers } from './names.ts';

export type Json = Readonly<Record<string, unknown>>;

/** The input of pictures of a network, as a description has it, without what depends on its family. */
export interface GuessedInput {
  readonly json: Json;
  readonly port: NetworkPort;
  /** Whether the network has one size only. */
  readonly isFixed: boolean;
}

export const plainName = (name: string): string => name.replace(/:\d+$/, '').toLowerCase();

/** Inputs beside the picture, by names that exporters give them. */
const further: Readonly<Record<string, Json & { readonly member: string }>> = {
  orig_target_sizes: { member: 'size', sizeOrder: 'wh' },
  target_sizes: { member: 'size', sizeOrder: 'hw' },
  im_shape: { member: 'size', sizeOrder: 'hw' },
  scale_factor: { member: 'scaleFactor' },
  pixel_mask: { member: 'mask' },
};

const isPicture = ({ name, type, dimensions }: NetworkPort): boolean => {
  if (type !== undefined && !pictureTypes.some((one) => one === type)) return false;
  if (further[plainName(name)] !== undefined) return false;
  if (dimensions === undefined) return true;
  const rest = dimensions.length === 4 ? dimensions.slice(1) : dimensions;
  return rest.length === 3 && [rest[0], rest[2]].some((size) => size === 3 || size === null);
};

/** Undefined where the network takes anything else than one picture and what exporters put beside it. */
export function guessedInput({ inputs, metadata }: Network): GuessedInput | undefined {
  const pictures = inputs.filter(isPicture);
  const [port] = pictures;
  if (port === undefined || pictures.length > 1) return undefined;
  const beside: Record<string, unknown> = {};
  for (const other of inputs) {
    if (other === port) continue;
    const known = further[plainName(other.name)];
    if (known === undefined) return undefined;
    const { member, ...more } = known;
    Object.assign(beside, { [member]: other.name, ...more });
  }
  const rest = port.dimensions?.slice(-3) ?? [null, null, null];
  const isLast = rest[0] !== 3 && (rest[2] === 3 || /image_tensor|input_tensor|serving/.test(plainName(port.name)));
  const [height, width] = isLast ? [rest[0], rest[1]] : [rest[1], rest[2]];
  const isFixed = typeof height === 'number' && typeof width === 'number';
  const noted = readNumbers(metadata.get('imgsz'));
  const [stride = 1] = readNumbers(metadata.get('stride'));
  const size = isFixed
    ? { width, height }
    : noted.length > 0 && {
        width: noted[1] ?? noted[0],
        height: noted[0],
        multipleOf: Math.max(1, Math.min(1024, stride)),
      };
  const json = { name: port.name, layout: isLast ? 'NHWC' : 'NCHW', dtype: port.type, ...size, ...beside };
  return { json, port, isFixed };
}

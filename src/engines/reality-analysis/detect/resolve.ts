import { failures } from '../failures.ts';
import type { BoxMetadata, CloudMetadata, MaskMetadata, Metadata } from './description.ts';
import { type ImageInput, type PictureType, pictureTypes } from './image-input.ts';
import type { Network, NetworkPort } from './network.ts';
import type { BoxOutput, MaskOutput } from './output.ts';
import type { FurtherInput, ShownInput } from './shown.ts';

/** A description that its network has completed: every name, type and size that is used is said. */
export type Resolved =
  | (Omit<BoxMetadata, 'input'> & { readonly input: ShownInput })
  | (Omit<MaskMetadata, 'input' | 'output'> & { readonly input: ShownInput; readonly output: NamedMask })
  | CloudMetadata;
export type NamedMask = MaskOutput & { readonly mask: string };

const listed = (ports: readonly NetworkPort[]): string => ports.map(({ name }) => `'${name}'`).join(', ') || 'none';
export const shapeOf = ({ type, dimensions }: NetworkPort): string =>
  `${type ?? 'values'} [${dimensions?.map((size) => size ?? '?').join(', ') ?? '…'}]`;

/** Checks a description against what its network takes and gives. Throws DetectorNotRunnable in words. */
export function resolved(metadata: Metadata, network: Network): Resolved {
  if (metadata.kind === 'cloud') {
    const port = inputPort(network, metadata.input.name, []);
    checkRank(port, 'input', [2]);
    checkRank(outputPort(network, metadata.output.mask), 'output', [2]);
    return metadata;
  }
  const input = shownInput(metadata.input, network);
  if (metadata.kind === 'boxes') return { ...metadata, input, output: namedBoxes(metadata.output, network) };
  const mask = metadata.output.mask ?? onlyOutput(network);
  checkRank(outputPort(network, mask), 'output', metadata.output.layout === 'mask' ? [4] : [3, 4]);
  return { ...metadata, input, output: { ...metadata.output, mask } };
}

function inputPort({ inputs }: Network, name: string, further: readonly string[]): NetworkPort {
  const port = inputs.find((one) => one.name === name);
  const others = inputs.filter((one) => one !== port && !further.includes(one.name));
  if (port === undefined || others.length > 0) {
    throw failures.notRunnable(`The network has the inputs ${listed(inputs)}, and not only '${name}'.`);
  }
  return port;
}

export function outputPort({ outputs }: Network, name: string): NetworkPort {
  const port = outputs.find((one) => one.name === name);
  if (port === undefined) throw failures.notRunnable(`The network has no output '${name}', but ${listed(outputs)}.`);
  return port;
}

function onlyOutput({ outputs }: Network): string {
  const [only] = outputs;
  if (only === undefined || outputs.length > 1) {
    throw failures.notRunnable(`metadata.json has to name the output: the network has ${listed(outputs)}.`);
  }
  return only.name;
}

function checkRank({ name, dimensions }: NetworkPort, what: 'input' | 'output', ranks: readonly number[]): void {
  if (dimensions === undefined || ranks.includes(dimensions.length)) return;
  const wanted = ranks.join(' or ');
  throw failures.notRunnable(`The ${what} '${name}' has ${dimensions.length} dimensions instead of ${wanted}.`);
}

function namedBoxes(output: BoxOutput, network: Network): BoxOutput {
  const isOne = ['yolov8', 'yolov5', 'end2end', 'yolov8seg'].includes(output.layout);
  const tensor = isOne ? (output.tensor ?? onlyOutput(network)) : undefined;
  const { boxes, scores, classes, count, prototypes } = output;
  for (const name of isOne ? [tensor, prototypes] : [boxes, scores, classes, count]) {
    if (name !== undefined) outputPort(network, name);
  }
  return { ...output, ...(tensor === undefined ? {} : { tensor }) };
}

/** The number of channels that pictures have. */
const channels = 3;

function shownInput(input: ImageInput, network: Network): ShownInput {
  const known = [input.size, input.scaleFactor, input.mask].filter((one) => one !== undefined);
  const name = input.name ?? network.inputs.find((one) => !known.includes(one.name))?.name ?? '';
  const port = inputPort(network, name, known);
  checkRank(port, 'input', [3, 4]);
  const rank = port.dimensions?.length === 3 ? 3 : 4;
  const type = typeOf(input, port);
  const [of, ...rest] = (port.dimensions ?? [null, null, null, null]).slice(-channels - (rank === 4 ? 1 : 0));
  const dims = rank === 4 ? rest : [of, ...rest];
  if (rank === 4 && of !== undefined && of !== null && of !== 1) {
    throw failures.notRunnable(`The input '${name}' takes ${of} pictures at once, and is shown one.`);
  }
  const layout = input.layout ?? (dims[2] === channels && dims[0] !== channels ? 'NHWC' : 'NCHW');
  const [depth, height, width] = layout === 'NCHW' ? dims : [dims[2], dims[0], dims[1]];
  if (typeof depth === 'number' && depth !== channels) {
    throw failures.notRunnable(
      `The input '${name}' is ${shapeOf(port)}: with the layout ${layout} it takes ${depth} colours instead of ${channels}.`,
    );
  }
  const size = sizeOf(input, { name, width: width ?? undefined, height: height ?? undefined });
  return {
    ...input,
    name,
    layout,
    dtype: type,
    rank,
    ...size,
    ...colours(input, type),
    further: furtherInputs(input, network),
    isFixed: typeof width === 'number' && typeof height === 'number',
  };
}

function typeOf({ dtype }: ImageInput, { name, type }: NetworkPort): PictureType {
  const own = pictureTypes.find((one) => one === type);
  if (type !== undefined && own === undefined) {
    throw failures.notRunnable(`The input '${name}' takes ${type}; pictures are given as ${pictureTypes.join(', ')}.`);
  }
  if (own !== undefined && dtype !== undefined && own !== dtype) {
    throw failures.notRunnable(`The input '${name}' takes ${own}, and metadata.json says ${dtype}.`);
  }
  return own ?? dtype ?? 'float32';
}

/** Bytes are taken as they are. */
function colours({ scale, mean, std }: ImageInput, type: PictureType): Pick<ShownInput, 'scale' | 'mean' | 'std'> {
  if (type !== 'uint8') return { scale: scale ?? 1 / 255, mean: mean ?? [0, 0, 0], std: std ?? [1, 1, 1] };
  const isPlain = (scale ?? 1) === 1 && (mean ?? []).every((one) => one === 0) && (std ?? []).every((one) => one === 1);
  if (!isPlain) {
    throw failures.notRunnable(
      'The network takes bytes (uint8): scale, mean and std must be absent, or 1, 0 and 1, since they change them.',
    );
  }
  return { scale: 1, mean: [0, 0, 0], std: [1, 1, 1] };
}

function sizeOf(
  { width, height, fit }: ImageInput,
  own: { readonly name: string; readonly width: number | undefined; readonly height: number | undefined },
): { readonly width?: number; readonly height?: number } {
  const isOther = (own.width ?? width) !== width || (own.height ?? height) !== height;
  if (width !== undefined && height !== undefined && isOther && fit !== 'shortestSide') {
    throw failures.notRunnable(
      `The input '${own.name}' is ${own.width ?? '?'} × ${own.height ?? '?'} pixels, and metadata.json says ${width} × ${height}.`,
    );
  }
  const [w, h] = [width ?? own.width, height ?? own.height];
  return w === undefined || h === undefined ? {} : { width: w, height: h };
}

function furtherInputs({ size, scaleFactor, mask }: ImageInput, { inputs }: Network): FurtherInput[] {
  const named = [
    { name: size, what: 'size' },
    { name: scaleFactor, what: 'scaleFactor' },
    { name: mask, what: 'mask' },
  ] as const;
  return named.flatMap(({ name, what }) => {
    if (name === undefined) return [];
    const port = inputs.find((one) => one.name === name);
    if (port === undefined) throw failures.notRunnable(`The network has no input '${name}', but ${listed(inputs)}.`);
    const type = (['float32', 'float16', 'int64'] as const).find((one) => one === port.type);
    if (type === undefined) throw failures.notRunnable(`The input '${name}' is ${shapeOf(port)}; it is given numbers.`);
    return [{ name, what, type, dimensions: port.dimensions ?? [] }];
  });
}

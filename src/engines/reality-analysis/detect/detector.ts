import { failures } from '../failures.ts';
import { type Detected, decodeBoxes, withoutDoubles } from './boxes.ts';
import type { DetectorLabel, DetectorType, Metadata } from './description.ts';
import { addPiece, boxesOfRegions, type ClassCells, emptyCells, regionsOf } from './mask.ts';
import { inspectNetwork, type Network, type NetworkPort } from './network.ts';
import { type DetectorPackage, readPackage } from './package.ts';
import type { Picture } from './picture.ts';
import { piecesOf, valuesOf } from './pieces.ts';
import { openSession, type Session } from './session.ts';

/** A detector that is ready to run. */
export interface Detector {
  readonly labels: readonly DetectorLabel[];
  readonly metadata: Metadata;
  readonly session: Session;
}

const serves: Readonly<Record<Metadata['kind'], readonly DetectorType[]>> = {
  boxes: ['PhotoObjectDetector'],
  mask: ['PhotoObjectDetector', 'PhotoSegmentationDetector', 'OrthophotoSegmentationDetector'],
  cloud: ['PointCloudSegmentationDetector'],
};

/** Opens a package for a use. Throws DetectorNotRunnable with the reason. */
export async function openDetector(path: string, use: DetectorType): Promise<Detector> {
  const detector = await sessionOf(await readPackage(path), use);
  if (detector === undefined) throw failures.notRunnable('The detector cannot be run here.');
  return detector;
}

/** Checks what a package says against its network; undefined where there is nothing that could be run, with the reason in it. */
export async function sessionOf(detector: DetectorPackage, use: DetectorType): Promise<Detector | undefined> {
  const { runnable, labels, note } = detector;
  if (runnable === undefined || labels === undefined)
    throw failures.notRunnable(note ?? 'The detector cannot be run here.');
  const { model, metadata } = runnable;
  if (!serves[metadata.kind].includes(use) || (metadata.type !== undefined && metadata.type !== use)) {
    throw failures.notRunnable(`The network is not one of a ${use}.`);
  }
  checkPorts(inspectNetwork(model), metadata);
  return { labels, metadata, session: await openSession(model) };
}

function checkPorts({ inputs, outputs }: Network, { kind, input, output }: Metadata): void {
  const [only] = inputs;
  if (inputs.length !== 1 || only?.name !== input.name) {
    throw failures.notRunnable(`The network has the inputs ${listed(inputs)}, and not only '${input.name}'.`);
  }
  const rank = kind === 'cloud' ? 2 : 4;
  if (only.dimensions !== undefined && only.dimensions.length !== rank) {
    throw failures.notRunnable(
      `The input '${input.name}' has ${only.dimensions.length} dimensions instead of ${rank}.`,
    );
  }
  const wanted =
    'mask' in output ? [output.mask] : [output.boxes, output.scores, ...(output.classes ? [output.classes] : [])];
  for (const name of wanted) {
    const port = outputs.find((one) => one.name === name);
    if (port === undefined) throw failures.notRunnable(`The network has no output '${name}', but ${listed(outputs)}.`);
    const isWrong = 'mask' in output && port.dimensions !== undefined && port.dimensions.length !== rank;
    if (isWrong) throw failures.notRunnable(`The output '${name}' has not ${rank} dimensions.`);
  }
}

const listed = (ports: readonly NetworkPort[]): string => ports.map(({ name }) => `'${name}'`).join(', ') || 'none';

export type Showing = 'tiles' | 'whole if small';

/** Classes of every cell of a picture, by a network that gives a mask. */
export async function segmentPicture(
  { metadata, session }: Detector,
  picture: Picture,
  showing: Showing,
  signal?: AbortSignal,
): Promise<ClassCells> {
  if (metadata.kind !== 'mask') throw failures.notRunnable('The network gives no mask.');
  const { input, output } = metadata;
  const cells = emptyCells(picture.width, picture.height, output.stride);
  for (const piece of piecesOf(picture.width, picture.height, input, showing)) {
    signal?.throwIfAborted();
    const outputs = await session.run(input.name, valuesOf(picture, piece, input), shapeOf(piece, input.layout));
    addPiece(cells, outputs, output, piece, input.overlap);
  }
  return cells;
}

const shapeOf = (
  piece: { readonly inputWidth: number; readonly inputHeight: number },
  layout: 'NCHW' | 'NHWC',
): number[] =>
  layout === 'NCHW' ? [1, 3, piece.inputHeight, piece.inputWidth] : [1, piece.inputHeight, piece.inputWidth, 3];

/** Objects of a picture in pixels: boxes of the network, or those around the regions of its mask. */
export async function detectObjects(detector: Detector, picture: Picture, signal?: AbortSignal): Promise<Detected[]> {
  const { metadata, session } = detector;
  if (metadata.kind === 'mask') {
    const cells = await segmentPicture(detector, picture, 'whole if small', signal);
    const regions = regionsOf(cells, Math.max(1, metadata.output.minPixels));
    const found = boxesOfRegions(cells, regions, picture.width, picture.height);
    return found.filter(({ confidence }) => confidence >= metadata.scoreThreshold);
  }
  if (metadata.kind !== 'boxes') throw failures.notRunnable('The network is not one of a PhotoObjectDetector.');
  const { input, output, scoreThreshold } = metadata;
  const found: Detected[] = [];
  for (const piece of piecesOf(picture.width, picture.height, input, 'whole if small')) {
    signal?.throwIfAborted();
    const outputs = await session.run(input.name, valuesOf(picture, piece, input), shapeOf(piece, input.layout));
    found.push(...decodeBoxes(outputs, output, piece, scoreThreshold));
  }
  return withoutDoubles(found);
}

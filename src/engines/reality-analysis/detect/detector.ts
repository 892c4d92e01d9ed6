import { failures } from '../failures.ts';
import type { DetectorType, Metadata } from './description.ts';
import { feedOf } from './feed.ts';
import type { DetectorLabel } from './labels.ts';
import { type Detected, detectedIn, leastThreshold, merged } from './layouts/boxes.ts';
import { candidatesOf } from './layouts/candidates.ts';
import { insidesOf } from './layouts/instances.ts';
import { maskOf } from './layouts/masks.ts';
import { addPiece, boxesOfRegions, type ClassCells, eachCellOf, emptyCells, regionsOf } from './mask.ts';
import { inspectNetwork, type Network } from './network.ts';
import { type DetectorPackage, readPackage } from './package.ts';
import type { Picture } from './picture.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { type Resolved, resolved } from './resolve.ts';
import { type Outputs, openSession, type Session } from './session.ts';

/** A detector that is ready to run. */
export interface Detector {
  readonly labels: readonly DetectorLabel[];
  readonly metadata: Resolved;
  readonly session: Session;
  readonly network: Network;
}

/** What a network of a description can find. */
const serves: Readonly<Record<Resolved['kind'], readonly DetectorType[]>> = {
  boxes: ['PhotoObjectDetector'],
  mask: ['PhotoObjectDetector', 'PhotoSegmentationDetector', 'OrthophotoSegmentationDetector'],
  cloud: ['PointCloudSegmentationDetector'],
};

/** Whether a network of a description serves a use. */
export function servesFor({ kind, output, type }: Metadata, use: DetectorType): boolean {
  const uses = kind === 'boxes' && output.layout === 'yolov8seg' ? serves.mask : serves[kind];
  return uses.includes(use) && (type === undefined || type === use);
}

/** Opens a package for a use. Throws DetectorNotRunnable with the reason. */
export async function openDetector(path: string, use: DetectorType): Promise<Detector> {
  return sessionOf(await readPackage(path), use);
}

/** Checks what a package says against its network, and loads it. */
export async function sessionOf(detector: DetectorPackage, use: DetectorType): Promise<Detector> {
  const { model, metadata, labels, note, lacks } = detector;
  if (detector.fault !== undefined) throw detector.fault;
  if (lacks.length > 0) throw failures.invalidData('detector', `there is no ${lacks.join(' and no ')}`);
  if (model === undefined || metadata === undefined || labels === undefined)
    throw failures.notRunnable(note ?? 'The detector cannot be run here.');
  if (!servesFor(metadata, use)) throw failures.notRunnable(`The network is not one of a ${use}.`);
  const network = inspectNetwork(model);
  const complete = resolved(metadata, network);
  return { labels, network, metadata: complete, session: await openSession(model) };
}

export type Showing = 'tiles' | 'whole if small';

/** Labels that the detector may give to what it finds: what is none is no label of a thing. */
export function shownLabels({ labels, metadata }: Pick<Detector, 'labels' | 'metadata'>): readonly DetectorLabel[] {
  const isThing = metadata.kind === 'boxes' && metadata.output.background !== 'first';
  return isThing ? labels : labels.filter(({ id }) => id !== 0);
}

/** Labels of masks. Where there is nothing they are 0: a class 0 that is a thing has a number of its own there. */
export function maskLabels({ labels, metadata }: Pick<Detector, 'labels' | 'metadata'>): readonly DetectorLabel[] {
  if (metadata.kind !== 'boxes' || metadata.output.background === 'first') return labels;
  return labels.map((label) => (label.id === 0 ? { ...label, id: spareLabel(labels) } : label));
}

const spareLabel = (labels: readonly DetectorLabel[]): number => 1 + Math.max(...labels.map(({ id }) => id));

/** What the network answers, look by look. */
async function* looksAt(
  { metadata, session }: Detector,
  picture: Picture,
  showing: Showing,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ readonly piece: Piece; readonly outputs: Outputs }> {
  if (metadata.kind === 'cloud') throw failures.notRunnable('The network is one of point clouds.');
  for (const piece of piecesOf(picture.width, picture.height, metadata.input, showing)) {
    signal?.throwIfAborted();
    yield { piece, outputs: await session.run(feedOf(picture, piece, metadata.input)) };
  }
}

/** Classes of every cell of a picture, by a network that gives a mask, or one for each object. */
export async function segmentPicture(
  detector: Detector,
  picture: Picture,
  showing: Showing,
  signal?: AbortSignal,
): Promise<ClassCells> {
  const { metadata } = detector;
  if (metadata.kind === 'boxes' && metadata.output.layout === 'yolov8seg') {
    return paintedObjects(detector, picture, showing, signal);
  }
  if (metadata.kind !== 'mask') throw failures.notRunnable('The network gives no mask.');
  const { input, output } = metadata;
  const cells = emptyCells(picture.width, picture.height, output.stride);
  for await (const { piece, outputs } of looksAt(detector, picture, showing, signal)) {
    addPiece(cells, maskOf(outputs, output), piece, input.overlap);
  }
  return cells;
}

/** The surest object of each pixel. */
async function paintedObjects(
  detector: Detector,
  picture: Picture,
  showing: Showing,
  signal: AbortSignal | undefined,
): Promise<ClassCells> {
  const cells = emptyCells(picture.width, picture.height, 1);
  for await (const { piece, outputs } of looksAt(detector, picture, showing, signal)) {
    const { metadata } = detector;
    if (metadata.kind !== 'boxes') continue;
    const insideOf = insidesOf(outputs, metadata.output, piece);
    const found = foundIn(detector, outputs, piece).toReversed();
    for (const one of found) {
      const isInside = insideOf(one, one.from.row);
      eachCellOf(cells, piece, metadata.input.overlap, (cell, x, y) => {
        if (!isInside(x, y)) return;
        cells.labels[cell] = one.label || spareLabel(detector.labels);
        cells.sureness[cell] = Math.round(255 * one.confidence);
      });
    }
  }
  return cells;
}

function foundIn({ metadata, labels }: Detector, outputs: Outputs, piece: Piece) {
  if (metadata.kind !== 'boxes') throw failures.notRunnable('The network gives no boxes.');
  const { output, scoreThreshold } = metadata;
  const known = new Set(labels.map(({ id }) => id));
  const { found } = candidatesOf(outputs, output, piece, leastThreshold(output, scoreThreshold));
  return detectedIn(found, output, piece, { known, scoreThreshold });
}

/** Objects of a picture in pixels: boxes of the network, or those around the regions of its mask. */
export async function detectObjects(detector: Detector, picture: Picture, signal?: AbortSignal): Promise<Detected[]> {
  const { metadata } = detector;
  if (metadata.kind === 'mask') {
    const cells = await segmentPicture(detector, picture, 'whole if small', signal);
    const regions = regionsOf(cells, Math.max(1, metadata.output.minPixels));
    const found = boxesOfRegions(cells, regions, picture.width, picture.height);
    return found.filter(({ confidence }) => confidence >= metadata.scoreThreshold);
  }
  if (metadata.kind !== 'boxes') throw failures.notRunnable('The network is not one of a PhotoObjectDetector.');
  const looks = [];
  for await (const { piece, outputs } of looksAt(detector, picture, 'whole if small', signal)) {
    const found = foundIn(detector, outputs, piece).map(({ label, confidence, box }) => ({ label, confidence, box }));
    looks.push({ piece, found });
  }
  return merged(looks);
}

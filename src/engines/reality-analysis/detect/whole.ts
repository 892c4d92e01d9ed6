import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { failures } from '../failures.ts';
import { type DetectorType, type Metadata, readMetadata } from './description.ts';
import { servesFor } from './detector.ts';
import { labelsJson, readLabels } from './labels.ts';
import { inspectNetwork } from './network.ts';
import type { DetectorPackage } from './package.ts';
import { labelsFor } from './propose/labels.ts';
import { type Proposal, proposalsFor } from './propose/propose.ts';
import { openSession } from './session.ts';
import { Answers } from './trial/answers.ts';

/** What a detector is for, and what it is to find. */
export interface Purpose {
  readonly type: DetectorType;
  readonly labels: readonly string[];
}

/** From this certainty on a proposal is taken unseen. */
const surely = 0.8;

/**
 * A package with the files of its description that it lacks, as its network tells them. Throws InputData_Invalid with
 * what it may be where that is not sure.
 */
export async function wholePackage(found: DetectorPackage, purpose: Purpose): Promise<DetectorPackage> {
  const { model, lacks, fault } = found;
  if (fault !== undefined) throw fault;
  const missing = `there is no ${lacks.join(' and no ')}`;
  if (model === undefined || purpose.type === 'PointCloudSegmentationDetector')
    throw failures.invalidData('detector', missing);
  if (found.metadata !== undefined) return withLabels(found, found.metadata, model, purpose, missing);
  const proposals = await proposalsOfPackage(found, purpose);
  const best = proposals.find(({ certainty, labels }) => certainty >= surely && (labels ?? found.labels) !== undefined);
  if (best === undefined) throw failures.invalidData('detector', `${missing}, and ${unsure(proposals)}`);
  const texts = new Map([...found.texts, ['metadata.json', written(best.metadata)]]);
  if (found.labels === undefined) texts.set('labels.json', written(best.labels));
  const labels = found.labels ?? readLabels(texts.get('labels.json') ?? '');
  return { ...found, texts, labels, lacks: [], metadata: readMetadata(texts.get('metadata.json') ?? '') };
}

const written = (json: unknown): string => `${JSON.stringify(json, null, 1)}\n`;

function unsure(proposals: readonly Proposal[]): string {
  if (proposals.length === 0) return 'no layout that is known goes with its network';
  const listed = proposals.slice(0, 3).map(({ metadata, labels, reason, certainty }) => {
    const { layout } = metadata.output as { layout: string };
    return `${layout} (${certainty}: ${reason}${labels === undefined ? ' Nothing names its classes.' : ''})`;
  });
  return `what its network tells is not enough. It may be ${listed.join(' or ')}`;
}

/** Ways to describe the network of a package that go with what the package has. */
export async function proposalsOfPackage({ model, labels }: DetectorPackage, purpose: Purpose): Promise<Proposal[]> {
  if (model === undefined || purpose.type === 'PointCloudSegmentationDetector') return [];
  const network = inspectNetwork(model);
  const answers = new Answers(await openSession(model));
  const serves = (metadata: Metadata) => servesFor(metadata, purpose.type);
  return proposalsFor(network, answers, { labels, promised: purpose.labels, serves });
}

async function withLabels(
  found: DetectorPackage,
  metadata: Metadata,
  model: Uint8Array,
  { labels: promised }: Purpose,
  missing: string,
): Promise<DetectorPackage> {
  const network = inspectNetwork(model);
  const labels = await labelsFor(metadata, network, new Answers(await openSession(model)), promised);
  if (labels === undefined)
    throw failures.invalidData('detector', `${missing}, and nothing names the classes of its network`);
  const texts = new Map([...found.texts, ['labels.json', written(labelsJson(labels))]]);
  return { ...found, texts, labels, lacks: [] };
}

/** Writes a package as a zip. */
export async function writePackage({ model, texts }: DetectorPackage, path: string): Promise<void> {
  const zip = new yazl.ZipFile();
  // not compressed: numbers hardly are smaller so, and what would be much smaller is refused as a bomb
  const options = { compress: false };
  if (model !== undefined)
    zip.addBuffer(Buffer.from(model.buffer, model.byteOffset, model.length), 'model.onnx', options);
  for (const [name, text] of texts) zip.addBuffer(Buffer.from(text), name, options);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

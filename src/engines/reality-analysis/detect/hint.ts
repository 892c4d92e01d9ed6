import { EngineFailure } from '../../engine.ts';
import { type Metadata, metadataOf } from './description.ts';
import type { DetectorPackage } from './package.ts';
import { type Purpose, proposalsOfPackage } from './whole.ts';

const members = ['activation', 'background', 'boxFormat', 'boxUnits', 'transposed', 'maskLayout'] as const;

/** A sentence with the description that a network goes with, where that is another one; else nothing. */
export async function descriptionHint(detector: DetectorPackage, purpose: Purpose): Promise<string> {
  const { metadata } = detector;
  if (metadata?.kind === 'cloud') return '';
  try {
    // labels may be what is wrong, and types too: networks are compared by what they answer
    const proposals = await proposalsOfPackage({ ...detector, labels: undefined }, { ...purpose, labels: [] });
    const [best] = proposals.filter(({ certainty }) => certainty >= 0.4);
    return best === undefined ? '' : differences(metadata, metadataOf(best.metadata));
  } catch (error) {
    if (error instanceof EngineFailure) return '';
    throw error;
  }
}

type OfPictures = Exclude<Metadata, { readonly kind: 'cloud' }>;

function differences(described: OfPictures | undefined, other: Metadata): string {
  if (other.kind === 'cloud') return '';
  const output = described?.output;
  if (output?.layout !== other.output.layout) return ` Is the layout ${other.output.layout}?`;
  const [own, wanted] = [output, other.output] as unknown as Readonly<Record<string, unknown>>[];
  const unlike = members.filter((name) => own?.[name] !== wanted?.[name]);
  return unlike.length === 0 ? '' : ` Should it be ${unlike.map((name) => `${name} ${wanted?.[name]}`).join(', ')}?`;
}

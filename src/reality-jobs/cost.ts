/*
 * What jobs cost (capture.md section 0.7): for information, from what was estimated before, or really processed in the end.
 */

/** What was or will be processed; what is not known counts for nothing. */
export interface Processed {
  readonly gigaPixels?: number | null | undefined;
  readonly megaPoints?: number | null | undefined;
}

const hundredths = (cost: number): number => Math.round(cost * 100) / 100;

const qualities: Readonly<Record<string, number>> = { Draft: 0.5, Medium: 1, Extra: 1.5 };

/** Modeling; an unknown quality counts as Medium. */
export const captureCost = ({ gigaPixels, megaPoints }: Processed, quality: string): number =>
  hundredths(((gigaPixels ?? 0) + (megaPoints ?? 0) / 100) * (qualities[quality] ?? 1));

export const conversionCost = ({ gigaPixels, megaPoints }: Processed): number =>
  hundredths((gigaPixels ?? 0) * 0.1 + (megaPoints ?? 0) / 1000);

export interface Analysed {
  readonly gigaPixels?: number | null | undefined;
  readonly numberOfPhotos?: number | null | undefined;
  /** Metres. */
  readonly sceneWidth?: number | null | undefined;
  readonly sceneHeight?: number | null | undefined;
  readonly sceneLength?: number | null | undefined;
  readonly detectorCost?: number | null | undefined;
}

export function analysisCost(of: Analysed): number {
  const { gigaPixels, numberOfPhotos, sceneWidth, sceneHeight, sceneLength, detectorCost } = of;
  const isArea = typeof sceneWidth === 'number' && typeof sceneHeight === 'number';
  const scene = isArea ? sceneWidth * sceneHeight : (sceneLength ?? 0);
  return hundredths(((gigaPixels ?? 0) + scene / 1e6 + (numberOfPhotos ?? 0) / 1000) * (detectorCost || 1));
}

import { modelSchema, type Prediction } from '../prediction.ts';

/** What stands in the prediction file of a sheet, and how much it is. */
export interface PredictionFile {
  readonly text: string;
  readonly counts: { readonly symbols: number; readonly texts: number; readonly links: number };
}

export function fileOf(prediction: Prediction): PredictionFile {
  const { regions, links } = prediction;
  const symbols = regions.filter((region) => region.modelSchema === modelSchema).length;
  const counts = { symbols, texts: regions.length - symbols, links: Object.keys(links).length };
  return { text: JSON.stringify(prediction), counts };
}

import type { Changeset, Model } from '../../models/queries.ts';
import type { ResultSummary } from '../shapes.ts';
import type { ElementsFile, ResultFile } from './figures.ts';
import type { ResultScene } from './use-result-scene.ts';

/** A result, with what it can be compared with. */
export interface ResultContent {
  readonly twinId: string;
  readonly summary: ResultSummary;
  readonly others: readonly ResultSummary[];
  readonly result: ResultFile;
  /** Address of the report. */
  readonly link: string;
}

/** The model beside a result. */
export interface Bench {
  readonly model: Model;
  readonly version: Changeset;
  readonly figures: ElementsFile;
  readonly scene: ResultScene;
}

export const nameOf = ({ projectName }: Pick<ResultSummary, 'projectName'>): string => projectName ?? 'Carbon';

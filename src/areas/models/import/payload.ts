export const importKind = 'models.import';

export interface ImportPayload {
  readonly modelId: string;
  readonly changesetId: string;
}

/** Imports of one model run one at a time, in the order of their uploads: ids are given in that order. */
export const laneOf = (modelId: string): string => `models.import ${modelId}`;

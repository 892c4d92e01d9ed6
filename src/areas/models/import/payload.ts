export const importKind = 'models.import';

/** An import of a version that has been imported, by an earlier version of this program. */
export const renewalKind = 'models.renewal';

export interface ImportPayload {
  readonly modelId: string;
  readonly changesetId: string;
}

/** Imports of one model run one at a time, in the order of their uploads: ids are given in that order. */
export const laneOf = (modelId: string): string => `models.import ${modelId}`;

export const compareKind = 'changedElements.compare';

export interface ComparePayload {
  /** Of the row, which may be gone by the time the job runs. */
  readonly comparisonId: string;
}

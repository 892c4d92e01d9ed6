export const importKind = 'forms.bcfImport';
export const bcfPlace = { area: 'forms', container: 'bcf' } as const;
/** Of files that topics keep beside their forms. */
export const topicPlace = { area: 'forms', container: 'topics' } as const;

/** What an import of a BCF file works on. */
export interface ImportPayload {
  readonly twinId: string;
  readonly definitionId: string;
  readonly blobId: string;
  readonly userId: string;
  readonly clientId: string;
}

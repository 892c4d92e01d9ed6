import type { Schemas } from '@twin-platform/client';

type Shapes = Schemas['forms'];
export type FormSummary = Shapes['FormDataSummary'];
export type Form = Shapes['FormData'];
export type NewForm = Shapes['FormDataCreate'];
export type FormChange = Shapes['FormDataUpdate'];
export type Definition = Shapes['FormDefinitionFull'];
export type DefinitionSummary = Shapes['FormDefinitionSummary'];
export type Workflow = Shapes['FormWorkflow'];
/** Something as it was read, with the sign of its version, which a change of it names. */
export interface Version<T> {
  readonly value: T;
  readonly etag: string;
}
export type Comment = Shapes['FormComment'];
export type AuditEntry = Shapes['FormAuditEntry'];

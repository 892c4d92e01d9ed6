import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';
import type { JsonOf } from '../../std/json.ts';
import type { KeptTopic } from './bcf/stored-topics.ts';
import type { ErrorStatus } from './layout/validate.ts';
import type { State } from './workflow/workflow.ts';

/** Times are milliseconds since 1970. */
interface Made {
  readonly twin_id: string;
  readonly created: number;
  readonly created_by: string;
}

/** Something with an id of 43 characters and the GUID in it, which is unique over all twins. */
interface Item extends Made {
  readonly id: string;
  readonly uid: string;
}

interface Changing {
  readonly modified: number;
  readonly modified_by: string;
  /** Counts the changes. */
  readonly revision: number;
}

export interface FormRow extends Item, Changing {
  readonly definition_id: string;
  /** The version of the layout that it was made with. */
  readonly layout_version: number;
  readonly type: string;
  readonly discipline: string;
  readonly number: string;
  readonly subject: string | null;
  readonly description: string | null;
  readonly due: number | null;
  readonly status: string | null;
  readonly state: State;
  /** JSON: who is responsible, and all of them. */
  readonly assignee: string | null;
  readonly assignees: string | null;
  /** JSON of the members that tell where it comes from. */
  readonly origin: string;
  /** JSON of the custom properties. */
  readonly properties: string;
  /** JSON of CalculationFault[]: why calculated values are not among the properties. */
  readonly calculation_faults: string | null;
  /** Number, subject and description, folded. */
  readonly search: string;
  readonly deleted: number | null;
  /** The due date of which people were told that it has passed. */
  readonly due_told: number | null;
}

export interface CommentRow extends Item {
  readonly form_id: string;
  /** Orders the comments of a form. */
  readonly position: number;
  readonly text: string;
  /** The statuses of the step that it explains. */
  readonly note_from: string | null;
  readonly note_to: string | null;
}

export interface AttachmentRow extends Item {
  readonly form_id: string;
  readonly position: number;
  readonly name: string;
  readonly caption: string | null;
  readonly binding: string | null;
  /** The file, once it is there. */
  readonly blob_id: string | null;
  readonly size: number;
  readonly sha256: string | null;
  /** Of a picture, once they were made: soon after its upload, or when somebody needs them. */
  readonly copies: JsonOf<PictureCopies> | null;
}

/** Ids of blobs; null for a picture that cannot be decoded. */
export interface PictureCopies {
  /** For lists. */
  readonly small: string | null;
  /** For print. */
  readonly large: string | null;
}

export interface AuditRow extends Made {
  readonly id: string;
  readonly form_id: string;
  readonly position: number;
  readonly action: string;
  /** JSON of Change[]. */
  readonly changes: string;
}

export type DefinitionStatus = 'Draft' | 'Approved' | 'Maintenance' | 'Archived';

export interface DefinitionRow extends Item, Changing {
  readonly name: string;
  readonly name_folded: string;
  readonly type: string;
  readonly discipline: string;
  readonly status: DefinitionStatus;
  readonly share_type: 'ReadOnly' | 'ReadWrite' | null;
  readonly prefix: string | null;
  readonly error_status: ErrorStatus;
  /** The newest version of the layout. */
  readonly version: number;
  /** The definition that it was imported from. */
  readonly source_id: string | null;
}

/** A version of a layout; never changes. */
export interface LayoutRow {
  readonly definition_id: string;
  readonly version: number;
  readonly definition: string;
  readonly created: number;
  readonly created_by: string;
}

export interface ListGroupRow extends Made, Changing {
  /** GUID. */
  readonly id: string;
  readonly name: string;
  readonly name_folded: string;
  /** JSON of the names of the lists, outermost first. */
  readonly lists: string;
  /** JSON of Option[], which keeps their order. */
  readonly tree: string;
}

export interface WorkflowRow extends Item, Changing {
  readonly type: string;
  readonly discipline: string;
  /** JSON of Workflow. */
  readonly workflow: string;
}

export interface ImageRow {
  readonly definition_id: string;
  readonly file_id: number;
  readonly blob_id: string;
  readonly type: string;
}

export interface FormTables {
  forms: FormRow;
  form_assignees: { readonly form_id: string; readonly assignee_id: string };
  form_elements: { readonly form_id: string; readonly model_id: string; readonly element_id: string };
  form_comments: CommentRow;
  form_attachments: AttachmentRow;
  form_audit: AuditRow;
  form_definitions: DefinitionRow;
  form_layouts: LayoutRow;
  form_definition_shares: { readonly definition_id: string; readonly twin_id: string; readonly created: number };
  form_images: ImageRow;
  form_list_groups: ListGroupRow;
  form_workflows: WorkflowRow;
  /** What of the topic of a file has no place in its form. */
  form_bcf: { readonly form_id: string; readonly data: JsonOf<KeptTopic> };
  form_counters: { readonly twin_id: string; readonly prefix_folded: string; readonly last: number };
}

export const q = tables<FormTables>();

const made = 'twin_id {text} NOT NULL, created bigint NOT NULL, created_by {text} NOT NULL';
const item = `id {text} PRIMARY KEY, uid {text} NOT NULL UNIQUE, ${made}`;
const changing = 'modified bigint NOT NULL, modified_by {text} NOT NULL, revision integer NOT NULL';
const ofForm = `form_id {text} NOT NULL, position bigint NOT NULL`;

export const formMigrations: readonly Migration[] = [
  {
    id: 'forms-1',
    statements: [
      `CREATE TABLE forms (${item}, ${changing}, definition_id {text} NOT NULL, layout_version integer NOT NULL,
        type {text} NOT NULL, discipline {text} NOT NULL, number {text} NOT NULL, subject {text}, description {text},
        due bigint, status {text}, state {text} NOT NULL, assignee {text}, assignees {text}, origin {text} NOT NULL,
        properties {text} NOT NULL, search {text} NOT NULL, deleted bigint)`,
      'CREATE UNIQUE INDEX forms_number ON forms (twin_id, number)',
      'CREATE INDEX forms_twin ON forms (twin_id, created DESC, id) WHERE deleted IS NULL',
      'CREATE INDEX forms_type ON forms (twin_id, type, created DESC, id) WHERE deleted IS NULL',
      'CREATE INDEX forms_state ON forms (twin_id, state, created DESC, id) WHERE deleted IS NULL',
      'CREATE INDEX forms_discipline ON forms (twin_id, discipline, created DESC, id) WHERE deleted IS NULL',
      'CREATE INDEX forms_definition ON forms (definition_id, layout_version)',
      `CREATE INDEX forms_due ON forms (due) WHERE deleted IS NULL AND state <> 'Closed' AND due IS NOT NULL`,
      'CREATE INDEX forms_deleted ON forms (deleted) WHERE deleted IS NOT NULL',
      `CREATE TABLE form_assignees (form_id {text} NOT NULL, assignee_id {text} NOT NULL,
        PRIMARY KEY (form_id, assignee_id))`,
      'CREATE INDEX form_assignees_who ON form_assignees (assignee_id, form_id)',
      `CREATE TABLE form_elements (form_id {text} NOT NULL, model_id {text} NOT NULL, element_id {text} NOT NULL,
        PRIMARY KEY (form_id, model_id, element_id))`,
      'CREATE INDEX form_elements_what ON form_elements (model_id, element_id)',
      `CREATE TABLE form_comments (${item}, ${ofForm}, text {text} NOT NULL, note_from {text}, note_to {text})`,
      'CREATE INDEX form_comments_form ON form_comments (form_id, position, id)',
      `CREATE TABLE form_attachments (${item}, ${ofForm}, name {text} NOT NULL, caption {text}, binding {text},
        blob_id {text}, size bigint NOT NULL, sha256 {text})`,
      'CREATE INDEX form_attachments_form ON form_attachments (form_id, position, id)',
      `CREATE TABLE form_audit (id {text} PRIMARY KEY, ${made}, ${ofForm}, action {text} NOT NULL,
        changes {text} NOT NULL)`,
      'CREATE INDEX form_audit_form ON form_audit (form_id, position, id)',
      `CREATE TABLE form_definitions (${item}, ${changing}, name {text} NOT NULL, name_folded {text} NOT NULL,
        type {text} NOT NULL, discipline {text} NOT NULL, status {text} NOT NULL, share_type {text}, prefix {text},
        error_status {text} NOT NULL, version integer NOT NULL, source_id {text})`,
      'CREATE INDEX form_definitions_twin ON form_definitions (twin_id, status, name_folded, id)',
      'CREATE INDEX form_definitions_source ON form_definitions (twin_id, source_id)',
      `CREATE TABLE form_layouts (definition_id {text} NOT NULL, version integer NOT NULL, definition {text} NOT NULL,
        created bigint NOT NULL, created_by {text} NOT NULL, PRIMARY KEY (definition_id, version))`,
      `CREATE TABLE form_definition_shares (definition_id {text} NOT NULL, twin_id {text} NOT NULL,
        created bigint NOT NULL, PRIMARY KEY (definition_id, twin_id))`,
      'CREATE INDEX form_definition_shares_twin ON form_definition_shares (twin_id)',
      `CREATE TABLE form_images (definition_id {text} NOT NULL, file_id integer NOT NULL, blob_id {text} NOT NULL,
        type {text} NOT NULL, PRIMARY KEY (definition_id, file_id))`,
      `CREATE TABLE form_list_groups (id {text} PRIMARY KEY, ${made}, ${changing}, name {text} NOT NULL,
        name_folded {text} NOT NULL, lists {text} NOT NULL, tree {text} NOT NULL)`,
      'CREATE INDEX form_list_groups_twin ON form_list_groups (twin_id, name_folded, id)',
      `CREATE TABLE form_workflows (${item}, ${changing}, type {text} NOT NULL, discipline {text} NOT NULL,
        workflow {text} NOT NULL, UNIQUE (twin_id, type, discipline))`,
      `CREATE TABLE form_counters (twin_id {text} NOT NULL, prefix_folded {text} NOT NULL, last integer NOT NULL,
        PRIMARY KEY (twin_id, prefix_folded))`,
    ],
  },
  { id: 'forms-elements', statements: ['CREATE INDEX form_elements_element ON form_elements (element_id, form_id)'] },
  { id: 'forms-due-told', statements: ['ALTER TABLE forms ADD COLUMN due_told bigint'] },
  {
    id: 'forms-bcf',
    statements: ['CREATE TABLE form_bcf (form_id {text} PRIMARY KEY, data {text} NOT NULL)'],
  },
  { id: 'forms-copies', statements: ['ALTER TABLE form_attachments ADD COLUMN copies {text}'] },
  { id: 'forms-calculation-faults', statements: ['ALTER TABLE forms ADD COLUMN calculation_faults {text}'] },
];

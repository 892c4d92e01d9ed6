import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';
import type { Tool } from './tools.ts';

/** What a configuration takes its quantities from: tables of a report, or a model. */
export type Form = 'report' | 'extraction';

/** Times are milliseconds since 1970. */
export interface ConfigurationRow {
  readonly id: string;
  readonly tool: Tool;
  readonly twin_id: string;
  readonly form: Form;
  readonly report_id: string | null;
  readonly model_id: string | null;
  readonly display_name: string;
  readonly description: string | null;
  /** JSON. */
  readonly labels: string;
  readonly created: number;
  readonly created_by: string;
  readonly modified: number;
  readonly modified_by: string;
  readonly version: number;
}

export interface CarbonTables {
  carbon_configurations: ConfigurationRow;
}

export const q = tables<CarbonTables>();

export const carbonMigrations: readonly Migration[] = [
  {
    id: 'carbon-calculation-1',
    statements: [
      `CREATE TABLE carbon_configurations (id {text} PRIMARY KEY, tool {text} NOT NULL, twin_id {text} NOT NULL,
        form {text} NOT NULL, report_id {text}, model_id {text}, display_name {text} NOT NULL, description {text},
        labels {text} NOT NULL, created bigint NOT NULL, created_by {text} NOT NULL, modified bigint NOT NULL,
        modified_by {text} NOT NULL, version integer NOT NULL)`,
      'CREATE INDEX carbon_configurations_twin ON carbon_configurations (twin_id, tool, created DESC, id)',
    ],
  },
];

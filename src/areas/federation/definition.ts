import type { EdmType } from '../../std/odata/edm.ts';

/** An external system that a package needs, by its name inside the package. */
export interface NeededSystem {
  readonly systemId: string;
  readonly systemType: SystemType;
  readonly required: 'Yes' | 'No';
}

export type SystemType = 'Federation.Sql' | 'Federation.Http';

/** Where an own package of the operator takes rows from. Templates replace `{{variable}}`. */
export type Source =
  | { readonly kind: 'sql'; readonly systemId: string; readonly statement: string }
  | {
      readonly kind: 'http';
      readonly systemId: string;
      readonly method: 'GET' | 'POST';
      readonly path: string;
      readonly body?: string;
      readonly resultPath?: string;
    }
  | { readonly kind: 'file'; readonly file: string; readonly format: 'json' | 'csv'; readonly resultPath?: string };

export interface Variable {
  readonly name: string;
  readonly required: boolean;
  readonly default?: string;
}

export interface SetDefinition {
  readonly name: string;
  readonly key: readonly string[];
  readonly properties: readonly { readonly name: string; readonly type: EdmType; readonly nullable: boolean }[];
  readonly source: Source;
}

/** A read-only integration unit: a built-in one, or one of the operator's folder. */
export interface PackageDefinition {
  readonly uniqueName: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly projectStage: 'Preview' | 'Current' | 'Obsolete';
  readonly inputExample?: string;
  readonly responseExample?: string;
  readonly variables: readonly Variable[];
  readonly systems: readonly NeededSystem[];
  /** Which data of the twin it federates; absent for packages of the operator. */
  readonly builtIn?: 'models' | 'tables' | 'sql';
  readonly handler?: Source;
  readonly entitySets?: readonly SetDefinition[];
}

export const isOdata = ({ builtIn, entitySets }: PackageDefinition): boolean =>
  builtIn !== undefined || entitySets !== undefined;

const options = (sets: string): readonly Variable[] => [
  { name: sets, required: true },
  ...['filter', 'select', 'orderby', 'top'].map((name) => ({ name, required: false })),
];

const usual = { version: '1.0.0', projectStage: 'Current', variables: options('entitySet'), systems: [] } as const;

export const builtInPackages: readonly PackageDefinition[] = [
  {
    ...usual,
    uniqueName: 'TWIN_MODELS',
    name: 'Models of the twin',
    description: 'Elements, properties and quantities of the newest version of every model.',
    inputExample:
      '{ "returnAsXml": false, "variables": [ { "name": "entitySet", "value": "Elements" }, { "name": "top", "value": "10" } ] }',
    responseExample: '{ "data": [ { "Id": "0x1000", "Class": "IfcBuildingStorey" } ] }',
    builtIn: 'models',
  },
  {
    ...usual,
    uniqueName: 'TWIN_TABLES',
    name: 'Tables of the twin',
    description: "Tables of the files in the folder 'Tables' of the twin's storage.",
    builtIn: 'tables',
  },
  {
    ...usual,
    uniqueName: 'SQL_TABLES',
    name: 'Tables of a database',
    description: 'Tables and views of a PostgreSQL database, or of a SQLite file in the storage of the twin.',
    systems: [{ systemId: 'database', systemType: 'Federation.Sql', required: 'Yes' }],
    builtIn: 'sql',
  },
];

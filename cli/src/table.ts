import { readFileSync } from 'node:fs';

/* What the build writes of every operation: see cli/build/table.ts. */

export type FlagType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'any';

/** A parameter of the query, a header, or a member of the body. */
export interface Flag {
  /** As the contract spells it; members of members with a dot. */
  readonly name: string;
  readonly in: 'query' | 'body' | 'header';
  readonly type: FlagType;
  /** Of the items of an array. */
  readonly items?: FlagType;
  readonly required: boolean;
  readonly nullable?: boolean;
  readonly enum?: readonly (string | number | boolean)[];
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  /** Another name of a parameter that is shown instead. */
  readonly hidden?: boolean;
}

export interface Positional {
  readonly name: string;
  /** It names a twin, so that a name does as well as an id. */
  readonly twin?: boolean;
}

export interface Operation {
  readonly id: string;
  /** For example `forms-v1`. */
  readonly api: string;
  readonly version: number;
  /** Which server has it: the platform, or its authorization server. */
  readonly at: 'base' | 'auth';
  readonly words: readonly string[];
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly positional: readonly Positional[];
  /** The body is a list of texts, given after the other positional arguments. */
  readonly rest?: string;
  readonly flags: readonly Flag[];
  readonly body: '' | 'json' | 'file';
  readonly bodyRequired?: boolean;
  /** Media types of a file as body. */
  readonly types?: readonly string[];
  /** The name of the file is sent, too. */
  readonly disposition?: boolean;
  readonly answer: 'json' | 'none' | 'file' | 'events';
  readonly items?: string;
  readonly columns?: readonly string[];
  readonly paging?: 'skip' | 'token' | 'odata' | 'none';
  readonly job?: boolean;
  readonly writes?: boolean;
  readonly prefer?: boolean;
  readonly deprecated?: boolean;
  readonly permission: string;
  readonly example?: unknown;
}

/** An operation as the list of all has it. */
export interface Listed {
  readonly id: string;
  readonly words: readonly string[];
  readonly title: string;
  /** Works, but is not shown. */
  readonly hidden?: boolean;
  readonly deprecated?: boolean;
}

export interface Index {
  readonly version: string;
  readonly apis: number;
  /** Areas with their titles, in the order of the APIs. */
  readonly areas: readonly { readonly name: string; readonly title: string }[];
  readonly operations: readonly Listed[];
  readonly areaAliases: Readonly<Record<string, string>>;
  readonly verbAliases: Readonly<Record<string, string>>;
  readonly builtIn: readonly string[];
  readonly reserved: readonly string[];
}

/** The operations that this version knows; what is not needed is not read. */
export interface Table {
  readonly index: Index;
  /** Operations that the server of the profile does not have, as `twin refresh` has found. */
  readonly missing?: { readonly url: string; readonly ids: ReadonlySet<string> };
  area(name: string): readonly Operation[];
}

export function readTable(folder: URL): Table {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
  const index: Index = read('index');
  const known = new Map<string, readonly Operation[]>();
  return {
    index,
    area(name) {
      const operations = known.get(name) ?? (read(name) as readonly Operation[]);
      known.set(name, operations);
      return operations;
    },
  };
}

/** The whole of an operation of the list. */
export function operationOf(table: Table, { id, words }: Listed): Operation {
  const found = table.area(words[0] ?? '').find((one) => one.id === id);
  if (found === undefined) throw new Error(`The table has no ${id}.`);
  return found;
}

/** All operations, in the order of the APIs. */
export const allOperations = (table: Table): readonly Operation[] =>
  table.index.areas.flatMap(({ name }) => table.area(name));

import { createHash } from 'node:crypto';
import type { ElementFilter, MeshOptions } from '../../engines/tiles/params.ts';
import type { ExportRow } from './tables.ts';

/** What an export was asked to be like, as it was given. */
export interface Asked {
  readonly geometryOptions?: Readonly<Record<string, unknown>>;
  readonly viewDefinitionFilter?: Readonly<Record<string, unknown>>;
}

type Columns = Pick<ExportRow, 'options' | 'filter' | 'asked'>;

/** The columns of what was asked for. Nothing in it is the same as none. */
export function columnsOf({ geometryOptions, viewDefinitionFilter }: Asked): Columns {
  const [options, filter] = [unlessEmpty(geometryOptions), unlessEmpty(viewDefinitionFilter)];
  const equal = sorted({ options, filter });
  return {
    options: options ? JSON.stringify(options) : null,
    filter: filter ? JSON.stringify(filter) : null,
    asked: createHash('sha256').update(JSON.stringify(equal)).digest('base64url'),
  };
}

const unlessEmpty = (value: Readonly<Record<string, unknown>> | undefined) =>
  value === undefined || Object.keys(value).length === 0 ? undefined : value;

/** The same value with the members of its objects in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [name, sorted(member)]);
}

/** Of an export that asks for nothing special. */
export const plain: Columns = columnsOf({});

/** The options that act on meshes; the shapes of requests have checked their types. */
export function meshOptionsOf({ options }: Pick<ExportRow, 'options'>): MeshOptions {
  const { compression, decimationTol, maxEdgeLength, minBRepFeatureSize }: MeshOptions = JSON.parse(options ?? '{}');
  return {
    ...(compression === undefined ? {} : { compression }),
    ...(decimationTol === undefined ? {} : { decimationTol }),
    ...(maxEdgeLength === undefined ? {} : { maxEdgeLength }),
    ...(minBRepFeatureSize === undefined ? {} : { minBRepFeatureSize }),
  };
}

export function elementFilterOf({ filter }: Pick<ExportRow, 'filter'>): ElementFilter {
  const { models, categories, neverDrawn }: ElementFilter = JSON.parse(filter ?? '{}');
  return {
    ...(models === undefined ? {} : { models: models.map(plainId) }),
    ...(categories === undefined ? {} : { categories: categories.map(plainId) }),
    ...(neverDrawn === undefined ? {} : { neverDrawn: neverDrawn.map(plainId) }),
  };
}

/** An id as the engines write it: lower case, no leading zeros. */
const plainId = (id: string): string => id.toLowerCase().replace(/^0x0*(?=.)/, '0x');

import type { Detail } from '../../../kernel/http/problem.ts';
import type { Access } from '../../../kernel/ports/access.ts';
import { isUuid } from '../../../kernel/std/ids.ts';
import { parseInstant } from '../../../kernel/std/instant.ts';
import type { EdmType } from '../../../kernel/std/odata/edm.ts';
import type { Literal } from '../../../kernel/std/odata/tree.ts';
import type { FoundPackage } from '../access.ts';
import { invalidValue } from '../errors.ts';
import type { PackageDefinition, SetDefinition } from '../package/definition.ts';
import { type SourceRow, sourceRows } from '../source/rows.ts';
import type { Variables } from '../source/template.ts';
import { SystemFailure } from '../sql/failure.ts';
import { systemNamed } from '../system.store.ts';
import { answered } from './answered.ts';
import type { EntitySet, OpenData } from './data.ts';
import type { Asking, Federation } from './needs.ts';
import { bounded, questionTo } from './question.ts';

const defaultsOf = ({ variables }: PackageDefinition): Variables =>
  new Map(variables.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value] as const])));

const setOf = ({ name, key, properties }: SetDefinition): EntitySet => ({ name, key, columns: properties });

/** The sets of a package of the operator: rows are read whole at each question, and held against their types. */
export async function openOwn(
  { resource, access }: FoundPackage,
  sets: readonly SetDefinition[],
  asking: Asking,
  of: Federation,
): Promise<OpenData | readonly Detail[]> {
  const missing = await missingSystem(resource, access, asking);
  if (missing !== undefined) return [missing];
  const question = questionTo(asking, of);
  const offered = sets.map((one) => ({ definition: one, set: setOf(one) }));
  return {
    sets: offered.map(({ set }) => set),
    versions: null,
    async page(set, query, output) {
      const definition = offered.find((one) => one.set === set)?.definition;
      if (definition === undefined) throw new Error(`There is no set '${set.name}'.`);
      const found = await bounded(asking.signal, (signal) =>
        answered(definition.source, async () => {
          const within = { ...asking, signal };
          const rows = await sourceRows(definition.source, defaultsOf(resource), access.twin, within, of, false);
          return { rows: rows.map((row, at) => typedRow(definition, row, at + 1)) };
        }),
      );
      return 'problem' in found ? found : question([found], query, output);
    },
  };
}

/** A system that the package must have, and the twin has not stored. */
export async function missingSystem(
  { systems }: PackageDefinition,
  { twin }: Pick<Access, 'twin'>,
  { db }: Pick<Asking, 'db'>,
): Promise<Detail | undefined> {
  for (const { systemId, required } of systems) {
    if (required === 'Yes' && (await systemNamed(db, twin.id, systemId)) === undefined) {
      return invalidValue('systemId', `The system '${systemId}' is not stored in this twin.`);
    }
  }
  return undefined;
}

const isCsv = ({ source }: SetDefinition): boolean => source.kind === 'file' && source.format === 'csv';

/** A row of a source as a set declares it. Throws a `SystemFailure` that names a value which is not of its type. */
export function typedRow(definition: SetDefinition, row: SourceRow, number: number): Readonly<Record<string, Literal>> {
  const { name, properties } = definition;
  const read = isCsv(definition) ? fromText : typed;
  return Object.fromEntries(
    properties.map(({ name: property, type, nullable }) => {
      const given = Object.hasOwn(row, property) ? row[property] : null;
      const value = given === null || given === undefined ? null : read(given, type);
      if (value === undefined || (value === null && !nullable)) {
        throw new SystemFailure(`in row ${number} of '${name}', '${property}' is no ${type}.`);
      }
      return [property, value];
    }),
  );
}

/** Undefined for what is not of the type. */
function typed(value: unknown, type: EdmType): Literal | undefined {
  if (typeof value === 'number') {
    if (type === 'Edm.Int32') return Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : undefined;
    if (type === 'Edm.Int64') return Number.isSafeInteger(value) ? value : undefined;
    return type === 'Edm.Double' || type === 'Edm.Decimal' ? value : undefined;
  }
  if (typeof value === 'boolean') return type === 'Edm.Boolean' ? value : undefined;
  return typeof value === 'string' ? typedText(value, type) : undefined;
}

const numberForm = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Of a file that has nothing but texts. */
function fromText(value: unknown, type: EdmType): Literal | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (type === 'Edm.Boolean') return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined;
  if (/Int|Double|Decimal/.test(type)) return numberForm.test(text) ? typed(Number(text), type) : undefined;
  return typedText(type === 'Edm.String' ? value : text, type);
}

function typedText(text: string, type: EdmType): Literal | undefined {
  if (type === 'Edm.String') return text;
  if (type === 'Edm.Guid') return isUuid(text) ? text.toLowerCase() : undefined;
  const time = parseInstant(text);
  const value = time === undefined ? '' : new Date(time).toISOString();
  if (!/^(?!0000)\d{4}-/.test(value)) return undefined;
  if (type === 'Edm.DateTimeOffset') return value;
  return type === 'Edm.Date' && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
}

import type { Detail } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { FoundPackage } from '../access.ts';
import type { PackageDefinition, SetDefinition } from '../definition.ts';
import type { Asking, Federation } from '../deps.ts';
import { invalidValue } from '../errors.ts';
import type { EntitySet, OpenData } from '../query/open-data.ts';
import { bounded } from '../query/run-query.ts';
import { withSource } from '../source/source.ts';
import type { Variables } from '../source/template.ts';
import { systemNamed } from '../store/systems.ts';
import { answered } from './source-errors.ts';

const defaultsOf = ({ variables }: PackageDefinition): Variables =>
  new Map(variables.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value] as const])));

const declaredOf = ({ name, properties }: SetDefinition) => ({ name, properties });
const setOf = ({ name, key, properties }: SetDefinition): EntitySet => ({ name, key, columns: properties });

/**
 * The sets of a package of the operator: an engine reads rows whole at each question, and holds them
 * against their types.
 */
export async function openOwn(
  { resource, access }: FoundPackage,
  sets: readonly SetDefinition[],
  asking: Asking,
  of: Federation,
): Promise<OpenData | readonly Detail[]> {
  const missing = await missingSystem(resource, access, asking);
  if (missing !== undefined) return [missing];
  const offered = sets.map((one) => ({ definition: one, set: setOf(one) }));
  return {
    sets: offered.map(({ set }) => set),
    versions: null,
    async page(set, query, output) {
      const definition = offered.find((one) => one.set === set)?.definition;
      if (definition === undefined) throw new Error(`There is no set '${set.name}'.`);
      return bounded(asking.signal, (signal) =>
        answered(definition.source, () => {
          const { source } = definition;
          const asked = { source, variables: defaultsOf(resource), typed: false, twin: access.twin };
          return withSource(asked, { ...asking, signal }, of, (params, ask) =>
            ask('sourcePage', { ...params, set: declaredOf(definition), query, output }),
          );
        }),
      );
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

import { queryOptions } from '@tanstack/react-query';
import { answerOf, platform } from '../../platform/client.ts';
import { textOf } from '../../ui/stage/value-text.ts';

/** A property of a set, or of any, with its values by element. */
export interface ValuesOfProperty {
  /** Absent: whatever set it is in. */
  readonly set?: string;
  readonly name: string;
  readonly values: ReadonlyMap<string, string>;
}

/** By `Set.Property`, and by `*.Property` what is in several sets. */
export type PropertyValues = ReadonlyMap<string, ValuesOfProperty>;

interface Noted extends ValuesOfProperty {
  readonly values: Map<string, string>;
}

/** Every property of a version, to colour by one. Read when it is first asked for, page after page. */
export const propertyValuesQuery = (modelId: string, changesetId: string) =>
  queryOptions({
    queryKey: ['model', modelId, 'values', changesetId],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }): Promise<PropertyValues> {
      const all = new Map<string, Noted>();
      let next: string | undefined;
      do {
        const { elements, _links } = await pageOf(modelId, changesetId, next, signal);
        for (const { id = '', propertySets = [] } of elements) {
          for (const set of propertySets)
            for (const [name, value] of Object.entries(set.properties))
              note(all, set.name, name, id, textOf(value, set.units?.[name]));
        }
        next = _links.next && (new URL(_links.next.href).searchParams.get('continuationToken') ?? undefined);
      } while (next !== undefined);
      return new Map([...inAnySet(all), ...[...all].sort(([a], [b]) => a.localeCompare(b))]);
    },
  });

function pageOf(modelId: string, changesetId: string, next: string | undefined, signal: AbortSignal) {
  const query = { changesetId, $select: 'id,propertySets', $top: 1000, ...(next ? { continuationToken: next } : {}) };
  return answerOf(platform.models.GET('/models/{modelId}/elements', { params: { path: { modelId }, query }, signal }));
}

/** An element's own set comes before that of its type. */
function note(all: Map<string, Noted>, set: string, name: string, id: string, value: string): void {
  const key = `${set}.${name}`;
  const { values } = all.get(key) ?? put(all, key, { set, name, values: new Map() });
  if (!values.has(id)) values.set(id, value);
}

function put(all: Map<string, Noted>, key: string, noted: Noted): Noted {
  all.set(key, noted);
  return noted;
}

/** Properties of one name that several sets have. */
function inAnySet(all: ReadonlyMap<string, Noted>): [key: string, values: ValuesOfProperty][] {
  const byName = Map.groupBy(all.values(), ({ name }) => name);
  return [...byName]
    .filter(([, sets]) => sets.length > 1)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, sets]) => [`*.${name}`, { name, values: new Map(sets.flatMap(({ values }) => [...values])) }]);
}

import { queryOptions } from '@tanstack/react-query';
import { answerOf, platform } from '../../platform/client.ts';
import { textOf } from '../../ui/stage/value-text.ts';

/** The values of each property, `Set.Property`, by element. */
export type PropertyValues = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Every property of a version, to colour by one. Read when it is first asked for, page after page. */
export const propertyValuesQuery = (modelId: string, changesetId: string) =>
  queryOptions({
    queryKey: ['model', modelId, 'values', changesetId],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }): Promise<PropertyValues> {
      const all = new Map<string, Map<string, string>>();
      let next: string | undefined;
      do {
        const { elements, _links } = await pageOf(modelId, changesetId, next, signal);
        for (const { id = '', propertySets = [] } of elements) {
          for (const set of propertySets)
            for (const [name, value] of Object.entries(set.properties))
              note(all, `${set.name}.${name}`, id, textOf(value));
        }
        next = _links.next && (new URL(_links.next.href).searchParams.get('continuationToken') ?? undefined);
      } while (next !== undefined);
      return new Map([...all].sort(([a], [b]) => a.localeCompare(b)));
    },
  });

function pageOf(modelId: string, changesetId: string, next: string | undefined, signal: AbortSignal) {
  const query = { changesetId, $select: 'id,propertySets', $top: 1000, ...(next ? { continuationToken: next } : {}) };
  return answerOf(platform.models.GET('/models/{modelId}/elements', { params: { path: { modelId }, query }, signal }));
}

/** An element's own set comes before that of its type. */
function note(all: Map<string, Map<string, string>>, property: string, id: string, value: string): void {
  const values = all.get(property) ?? new Map<string, string>();
  all.set(property, values);
  if (!values.has(id)) values.set(id, value);
}

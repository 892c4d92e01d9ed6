import type { Json, JsonObject } from '../../std/json.ts';
import { isRecord } from '../../std/records.ts';

/**
 * Gives a name to each object shape of two and more members that a document writes out twice: it becomes a component, named
 * by the member that holds it. So generated code has one type for it.
 *
 * @param components the named shapes; it gets the new ones
 * @param paths the operations
 * @returns the operations, referring to them
 */
export function nameRepeatedShapes(components: Map<string, JsonObject>, paths: JsonObject): JsonObject {
  const counts = new Map<string, number>();
  const count = (value: Json): void => {
    if (isShape(value)) {
      const key = JSON.stringify(value);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const one of childrenOf(value)) count(one);
  };
  for (const shape of components.values()) for (const one of childrenOf(shape)) count(one);
  count(paths);
  const names = new Map<string, string>();
  const made = new Map<string, Json>();
  const taken = new Set(components.keys());

  const named = (value: Json, member: string, holder: string): Json => {
    const key = isShape(value) ? JSON.stringify(value) : '';
    if ((counts.get(key) ?? 0) < 2) return inside(value, member, holder);
    const known = names.get(key);
    const name = known ?? freeName(member, holder, taken);
    if (known === undefined) {
      names.set(key, name);
      taken.add(name);
      made.set(name, inside(value, member, name));
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  const inside = (value: Json, member: string, holder: string): Json => {
    if (Array.isArray(value)) return value.map((one) => named(one, member, holder));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([word, one]): [string, Json] => {
        if (shown.has(word)) return [word, one as Json];
        if (word === 'properties' && isRecord(one)) return [word, ofMembers(one, holder)];
        return [word, named(one as Json, word === 'items' ? `${member}Item` : member, holder)];
      }),
    );
  };
  const ofMembers = (properties: Readonly<Record<string, unknown>>, holder: string): JsonObject =>
    Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, named(one as Json, name, holder)]));

  for (const [name, shape] of [...components]) components.set(name, inside(shape, name, name) as JsonObject);
  const operations = inside(paths, 'value', 'Request') as JsonObject;
  for (const [name, shape] of made) components.set(name, shape as JsonObject);
  return operations;
}

/** Values, not schemas. */
const shown: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'default']);

function isShape(value: Json): boolean {
  if (!isRecord(value) || value.type !== 'object') return false;
  return isRecord(value.properties) && Object.keys(value.properties).length > 1;
}

function childrenOf(value: Json): Json[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([word, one]) => {
    if (shown.has(word)) return [];
    return word === 'properties' && isRecord(one) ? (Object.values(one) as Json[]) : [one as Json];
  });
}

/** By the member, else with the shape that holds it before. */
function freeName(member: string, holder: string, taken: ReadonlySet<string>): string {
  const plain = capital(member.replaceAll(/[^A-Za-z0-9]/g, ''));
  const candidates = [plain, `${holder}${plain}`];
  for (const name of candidates) if (!taken.has(name)) return name;
  let at = 2;
  while (taken.has(`${holder}${plain}${at}`)) at++;
  return `${holder}${plain}${at}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

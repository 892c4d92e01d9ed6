import type { TSchema } from 'typebox';
import type { SchemaNode } from '../../schema/node.ts';
import { isSecretName, redactedText } from './by-form.ts';
import { redacted, undeclared } from './by-schema.ts';

const longest = 2048;
const longestName = 100;

/** The query of a request as it may be kept: values of declared parameters, names of all; null where there is none. */
export function redactedQuery(text: string, schema: TSchema | undefined): string | null {
  if (text === '') return null;
  const { properties = {} }: SchemaNode = schema ?? {};
  const declared = new Map(Object.entries(properties).map(([name, one]) => [name.toLowerCase(), one]));
  const pairs = text.split('&', 500).map((pair) => {
    const at = pair.indexOf('=');
    const name = at < 0 ? pair : pair.slice(0, at);
    const shown = redactedText(decoded(name)) === decoded(name) ? name.slice(0, longestName) : redacted;
    if (at < 0) return shown;
    return `${shown}=${keptValue(decoded(name), pair.slice(at + 1), declared)}`;
  });
  return pairs.join('&').slice(0, longest);
}

function keptValue(name: string, value: string, declared: ReadonlyMap<string, SchemaNode>): string {
  const lower = name.toLowerCase().replace(/\[\]$/, '');
  if (/^\$?(continuation|skip)token$/.test(lower)) return redacted;
  const schema = declared.get(lower);
  if (schema === undefined) return undeclared;
  if (schema.sensitive || isSecretName(lower)) return redacted;
  const plain = decoded(value);
  const kept = redactedText(plain);
  return kept === plain ? value : encodeURIComponent(kept);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** A path as it may be kept: without what shows by its form, also where it is written with `%`. */
export function redactedPath(path: string): string {
  if (!path.includes('%') && !path.includes('+')) return redactedText(path).slice(0, longest);
  const kept = path
    .split('/')
    .map((part) => {
      const plain = decoded(part);
      const safe = redactedText(plain);
      return safe === plain ? part : encodeURIComponent(safe);
    })
    .join('/');
  return redactedText(kept).slice(0, longest);
}

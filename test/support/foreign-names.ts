import type { TSchema } from 'typebox';
import type { Api } from '../../src/api/http/endpoint.ts';
import { problemsOf } from '../../src/api/http/problems-of.ts';
import { eventCatalogue, foreignEventTypes } from '../../src/kernel/events/catalogue.ts';
import type { SchemaNode } from '../../src/kernel/schema/node.ts';

/*
 * A table of names that replaces every neutral word of everything that is served, and what leads back from it. The words of
 * the table stand nowhere else, so that texts are led back without any knowledge of shapes.
 */

/** Neutral words, and words that nobody has: longer and shorter ones, of other case. */
const pairs = [
  ['carbontool-a', 'werkzeug-eins'],
  ['carbontool-b', 'WERKZEUG-zwei'],
  ['federation', 'bund'],
  ['Federation', 'Bund'],
  ['capture', 'Aufnahme'],
  ['Capture', 'AUFNAHME'],
  ['twin', 'zwilling'],
  ['Twin', 'Zwilling'],
  ['TWIN', 'ZWILLING'],
  ['model', 'urbild'],
  ['Model', 'Urbild'],
  ['MODEL', 'URBILD'],
] as const;

/** What a text with neutral words is in words of the table. */
export const foreign = (text: string): string =>
  pairs.reduce((told, [ours, theirs]) => told.replaceAll(ours, theirs), text);

/** The independent way back: no shape, no place, only the words. */
export const neutral = (text: string): string =>
  pairs.reduce((told, [ours, theirs]) => told.replaceAll(theirs, ours), text);

export const hasNeutralWord = (text: string): boolean => pairs.some(([ours]) => text.includes(ours));

type Names = Record<string, string>;

export interface ForeignTable {
  readonly paths: Names;
  readonly members: Names;
  readonly values: Names;
  readonly codes: Names;
  readonly messages: Names;
  readonly events: Names;
  readonly headers: Names;
  readonly scopes: Names;
  readonly vendors: readonly string[];
}

type Rename = (text: string) => string;

const entries = 2000;

/** A table in which every member, value and code has another name; words in sentences fill it up to 2,000 entries. */
export function largestTable(apis: readonly Api[]): ForeignTable {
  const { messages, ...table } = foreignTable(apis, (text) => `q_${text}`);
  const count = Object.values(table).reduce((sum, names) => sum + Object.keys(names).length, 0);
  const more = Array.from({ length: entries - count }, (_, n) => [`word${n}`, `wort${n}`]);
  return { ...table, messages: { ...messages, ...Object.fromEntries(more) } };
}

/** The table for these APIs; `rename`: what members, values and codes become, where it is not the usual one. */
export function foreignTable(apis: readonly Api[], rename: Rename = foreign): ForeignTable {
  const add = (to: Names, text: string, into = foreign): void => {
    if (into(text) !== text) to[text] = into(text);
  };
  const table = { paths: {}, members: {}, values: {}, codes: {}, events: {}, headers: {} };
  const seen = new Set<SchemaNode>();
  const look = (node: SchemaNode | undefined): void => {
    if (node === undefined || seen.has(node)) return;
    seen.add(node);
    for (const name of Object.keys(node.properties ?? {})) add(table.members, name, rename);
    for (const value of [...(node.enum ?? []), ...(node.known ?? []), node.const])
      if (typeof value === 'string' && !value.includes(',')) add(table.values, value, rename);
    const { items, additionalProperties: free, anyOf = [], oneOf = [], allOf = [], shapes = [] } = node;
    const inner = [...Object.values(node.properties ?? {}), ...Object.values(node.patternProperties ?? {})];
    for (const one of [...inner, ...anyOf, ...oneOf, ...allOf, ...shapes, items]) look(one);
    if (typeof free === 'object') look(free);
  };
  for (const endpoint of apis.flatMap((api) => api.endpoints)) {
    const segments = endpoint.path.split('/');
    const last = segments.findLastIndex((one) => !one.startsWith('{') && hasNeutralWord(one));
    const beginning = segments.slice(0, last + 1).join('/');
    if (last > 0) add(table.paths, beginning);
    for (const shape of [endpoint.query, endpoint.body]) if (shape && !('raw' in shape)) look(shape);
    for (const answer of Object.values(endpoint.answers)) if (answer.kind === 'json') look(answer.schema);
    const { properties = {} }: SchemaNode = endpoint.headers ?? {};
    for (const name of Object.keys(properties)) add(table.headers, name);
    for (const { code } of problemsOf(endpoint)) add(table.codes, code, rename);
  }
  for (const { content } of Object.values<{ readonly content: TSchema }>(eventCatalogue)) look(content);
  for (const type of [...Object.keys(eventCatalogue), ...foreignEventTypes]) add(table.events, type);
  const limits = ['Tier', 'API', 'Operation', 'Application'].map((name) => `TwinPlatform-RateLimited-${name}`);
  for (const name of ['TwinPlatform-Job', ...limits]) add(table.headers, name);
  return {
    ...table,
    // Every neutral word in a sentence, and those that are made of one
    messages: Object.fromEntries(
      ['twin', 'twins', 'model', 'models', 'capture', 'federation', 'carbontool-a', 'carbontool-b', 'TwinRoleList'].map(
        (word) => [word, foreign(word)],
      ),
    ),
    scopes: { 'twin-platform': foreign('twin-platform') },
    vendors: [foreign('acme.twin-platform')],
  };
}

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { isUuid } from '../std/ids.ts';
import { parseInstant } from '../std/instant.ts';
import { isCleanLine, isCleanText, isFileName } from '../std/text.ts';
import type { SchemaNode } from './node.ts';

/** One thing wrong with a value, before an API gives it its own code and words. */
export interface Issue {
  /** Path in the API's own casing, e.g. `members[0].roleIds`; empty for the whole value. */
  readonly target: string;
  /** `missing` (absent, or null or empty where required), else the JSON Schema keyword that failed. */
  readonly rule: string;
  /** The keyword's own value: the largest length, the permitted values, … */
  readonly limit: unknown;
  readonly value: unknown;
  /** Further keywords of the failed schema. */
  readonly schema: Readonly<Record<string, unknown>>;
}

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: false,
  strictNumbers: true, // JSON can say 1e999, which is no number to work with
  allowUnionTypes: true,
  validateFormats: true,
});
addFormats.default(ajv); // the module is CommonJS
ajv.addFormat('uuid', isUuid);
ajv.addFormat('instant', (text: string) => parseInstant(text) !== undefined);
ajv.addFormat('line', isCleanLine);
ajv.addFormat('paragraphs', isCleanText);
ajv.addFormat('item-name', isFileName);
ajv.addFormat('double', true);

/** Adds a named check of strings that schemas use as `format`. Throws where two checks would have one name. */
export function addTextFormat(name: string, check: (text: string) => boolean): void {
  if (ajv.formats[name] !== undefined) throw new Error(`There are two text formats '${name}'.`);
  ajv.addFormat(name, check);
}

const compiled = new WeakMap<TSchema, ValidateFunction>();

/** Every issue of a value, in the order of the schema's properties; none when it is valid. Compiles on first use. */
export function issuesOf(schema: TSchema, value: unknown): Issue[] {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  if (validate(value)) return [];
  const found = (validate.errors ?? []).filter(tellsSomething).map((error) => issueOf(schema, error));
  const perTarget = new Map<string, Issue>();
  for (const issue of found) {
    const other = perTarget.get(issue.target);
    if (other === undefined || issue.rule === 'missing') perTarget.set(issue.target, issue);
  }
  const rank = new Map(found.map((issue) => [issue.target, placeIn(schema, issue.target)]));
  return [...perTarget.values()].sort((a, b) => comparePlaces(rank.get(a.target) ?? [], rank.get(b.target) ?? []));
}

/** A failed branch of `anyOf` says nothing: the `anyOf` itself is reported. */
const tellsSomething = (error: ErrorObject): boolean => !/\/(anyOf|oneOf)\/\d+\//.test(error.schemaPath);

function issueOf(root: TSchema, error: ErrorObject): Issue {
  const steps = error.instancePath.split('/').slice(1).map(unescapePointer);
  const base = {
    limit: error.schema,
    value: error.data,
    schema: error.parentSchema ?? {},
  };
  if (error.keyword === 'required') {
    const name = String(error.params.missingProperty);
    return { ...base, target: targetOf([...steps, name]), rule: 'missing', value: undefined };
  }
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params.additionalProperty);
    return { ...base, target: targetOf([...steps, name]), rule: 'additionalProperties' };
  }
  const empty = error.data === null || error.data === '' || (Array.isArray(error.data) && error.data.length === 0);
  const missing = empty && isRequired(root, steps);
  return { ...base, target: targetOf(steps), rule: missing ? 'missing' : error.keyword };
}

function isRequired(root: TSchema, steps: readonly string[]): boolean {
  let node: SchemaNode | undefined = root;
  for (const step of steps.slice(0, -1)) node = childOf(node, step);
  const last = steps.at(-1);
  return last !== undefined && (node?.required?.includes(last) ?? false);
}

function childOf(node: SchemaNode | undefined, step: string): SchemaNode | undefined {
  return node?.properties?.[step] ?? node?.items;
}

/** Where a target stands in the schema, so that issues are told in the order of the documentation. */
function placeIn(root: TSchema, target: string): number[] {
  let node: SchemaNode | undefined = root;
  return target
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((step) => {
      const place = node?.properties ? Object.keys(node.properties).indexOf(step) : Number(step);
      node = childOf(node, step);
      return Number.isNaN(place) ? 0 : place;
    });
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? -1) - (b[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

const unescapePointer = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

function targetOf(steps: readonly string[]): string {
  return steps.reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path ? `${path}.${step}` : step), '');
}

/** Cuts white space at both ends where the schema says `trim`; leaves everything else as it is. */
export function trimmed(schema: TSchema, value: unknown): unknown {
  const node: SchemaNode = schema;
  if (typeof value === 'string') return node.trim ? value.trim() : value;
  const { items } = node;
  if (Array.isArray(value)) return items ? value.map((item) => trimmed(items, item)) : value;
  if (typeof value !== 'object' || value === null || node.properties === undefined) return value;
  const copy: Record<string, unknown> = { ...value };
  for (const [name, child] of Object.entries(node.properties)) {
    if (Object.hasOwn(copy, name)) copy[name] = trimmed(child, copy[name]);
  }
  return copy;
}

import { isObject } from '../body.ts';
import type { Flag, FlagType } from '../table.ts';
import { alternativesOf, membersIn, membersOf, type Shape } from './shape.ts';

const types = new Set<unknown>(['string', 'integer', 'number', 'boolean', 'array', 'object']);
const isType = (value: unknown): value is FlagType => types.has(value);

function typeOf(shape: unknown, resolve: (shape: unknown) => Shape): FlagType {
  const all = new Set(alternativesOf(shape, resolve).map(({ type }) => type));
  const [only] = all;
  return all.size === 1 && isType(only) ? only : 'any';
}

const itself = (shape: unknown): Shape => membersOf(shape);

function flagOf(name: string, place: Flag['in'], shape: Shape, required: boolean, resolve = itself): Flag {
  const type = typeOf(shape, resolve);
  const values = Array.isArray(shape.enum) ? shape.enum.filter((one) => one !== null) : undefined;
  const ofItems = resolve(shape.items).enum;
  const known = values ?? (type === 'array' && Array.isArray(ofItems) ? ofItems : undefined);
  return {
    name,
    in: place,
    type,
    ...(type === 'array' ? { items: typeOf(shape.items, resolve) } : {}),
    required,
    ...(shape.nullable === true ? { nullable: true } : {}),
    ...(known === undefined ? {} : { enum: known }),
    ...(typeof shape.format === 'string' ? { format: shape.format } : {}),
    ...(typeof shape.description === 'string' ? { description: shape.description } : {}),
    ...(shape.default === undefined ? {} : { default: shape.default }),
  };
}

/** The parameters of query and headers; of several names of one the first is required, the others are hidden. */
export function parameterFlags(parameters: unknown, alternatives: readonly unknown[]): Flag[] {
  const groups = alternatives.filter((one): one is string[] => Array.isArray(one));
  const first = new Set(groups.map(([name]) => name));
  const others = new Set(groups.flatMap((group) => group.slice(1)));
  const given = Array.isArray(parameters) ? parameters.filter(isObject) : [];
  return given
    .filter(
      (one) =>
        one.in === 'query' ||
        (one.in === 'header' &&
          (one.name !== 'Prefer' || membersOf(one.schema).enum === undefined) &&
          one.name !== 'Content-Disposition'),
    )
    .map((one): Flag => {
      const name = String(one.name);
      const shape = { ...membersOf(one.schema), ...(one.description ? { description: one.description } : {}) };
      const flag = flagOf(
        name,
        one.in === 'query' ? 'query' : 'header',
        shape,
        one.required === true || first.has(name),
      );
      return others.has(name) ? { ...flag, hidden: true } : flag;
    });
}

/** Members of the body, and members of these. */
export function bodyFlags(schema: unknown, resolve: (shape: unknown) => Shape): Flag[] {
  return membersOfBody(schema, '', resolve).flatMap(({ flag, shape }) =>
    flag.type === 'object' ? [flag, ...membersOfBody(shape, `${flag.name}.`, resolve).map((one) => one.flag)] : [flag],
  );
}

function membersOfBody(schema: unknown, before: string, resolve: (shape: unknown) => Shape) {
  const shapes = alternativesOf(schema, resolve);
  const isRequired = (name: string) =>
    shapes.length > 0 && shapes.every(({ required }) => Array.isArray(required) && required.includes(name));
  return [...membersIn(schema, resolve)].map(([name, shape]) => ({
    flag: flagOf(`${before}${name}`, 'body', shape, isRequired(name), resolve),
    shape,
  }));
}

/** Whether a path parameter or a member names a twin. */
export const isTwin = (name: string, path: string): boolean =>
  name === 'twinId' || name === 'projectId' || (name === 'id' && /\/twins\/\{id\}/.test(path));

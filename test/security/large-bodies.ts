import { defaultMaxBody } from '../../src/api/http/body.ts';
import type { Endpoint } from '../../src/api/http/endpoint.ts';
import { isRaw } from '../../src/api/http/endpoint.ts';
import { firstType, type SchemaNode } from '../../src/kernel/schema/node.ts';
import { mostSigns } from '../../src/std/json-bounds.ts';
import { isRecord } from '../../src/std/records.ts';
import { fc, seedOf } from '../support/chance.ts';

/** A request body of the largest size that its operation takes, and what is in it. */
export interface LargeBody {
  readonly name: string;
  readonly text: string;
}

type Step = string | number;

/** A place of a body where something large can stand, and what its schema says of it. */
interface Place {
  readonly steps: readonly Step[];
  readonly node: SchemaNode;
}

const children = (node: SchemaNode): readonly Place[] => [
  ...Object.entries(node.properties ?? {}).map(([name, child]) => ({ steps: [name], node: child })),
  ...(node.items ? [{ steps: [0], node: node.items }] : []),
  ...[node.anyOf, node.oneOf, node.allOf].flatMap((some) => (some ?? []).flatMap(children)),
  ...[...Object.values(node.patternProperties ?? {}), node.additionalProperties].flatMap((child) =>
    typeof child === 'object' ? [{ steps: ['a'], node: child }] : [],
  ),
];

const holds = (node: SchemaNode, type: string): boolean =>
  [node.type ?? []].flat().includes(type) ||
  [node.anyOf, node.oneOf, node.allOf].some((some) => some?.some((one) => holds(one, type)));

/** The lists and objects of a schema, in the order of their declaration; of those that repeat themselves the outer ones. */
function placesOf(node: SchemaNode, steps: readonly Step[] = []): Place[] {
  const here = holds(node, 'array') || holds(node, 'object') ? [{ steps, node }] : [];
  return [...here, ...children(node).flatMap((child) => placesOf(child.node, [...steps, ...child.steps]))];
}

/** A small value that fits a schema, as far as the schema tells. */
function fitting(node: SchemaNode): unknown {
  const [choice] = [node.anyOf, node.oneOf].flatMap((some) => some ?? []).filter((one) => one.type !== 'null');
  if (node.enum) return node.enum[0];
  if (node.const !== undefined) return node.const;
  const type = firstType(node);
  if (type === undefined) return choice ? fitting(choice) : {};
  if (type === 'array')
    return Array.from({ length: node.maxItems && node.maxItems < 5 ? node.maxItems : 1 }, () =>
      fitting(node.items ?? {}),
    );
  if (type === 'object') {
    const required = [...(node.required ?? []), ...(choice?.required ?? [])];
    return Object.fromEntries(required.map((name) => [name, fitting(node.properties?.[name] ?? {})]));
  }
  if (type === 'integer' || type === 'number') return Math.max(1, node.minimum ?? 1);
  if (type === 'boolean') return true;
  if (node.format === 'uuid') return '7c0d5a0e-51f4-4f0e-8a35-0f4d6c1e9a12';
  return node.examples?.[0] ?? 'a';
}

/** What a part of a body may have at most. */
interface Room {
  readonly bytes: number;
  /** See `mostSigns`. */
  readonly signs: number;
}

const signsOf = (text: string): number => text.match(/[,:[{]/g)?.length ?? 0;

/** A list of one JSON text, again and again. */
function listOf(item: string, { bytes, signs }: Room): string {
  const perItem = Buffer.byteLength(item) + 1;
  const count = Math.floor(Math.min((bytes - 2) / perItem, (signs - 1) / (signsOf(item) + 1)));
  return `[${Array(Math.max(1, count)).fill(item).join(',')}]`;
}

/** An object of as many members as there is room for, their names filled up to a length. */
function wideObject({ bytes, signs }: Room, value = '0', nameLength = 1): string {
  const members: string[] = [];
  let size = 2;
  while (members.length < (signs - 1) / (2 + signsOf(value))) {
    const member = `"${`k${members.length}`.padEnd(nameLength, 'k')}":${value}`;
    size += member.length + 1;
    if (size > bytes) break;
    members.push(member);
  }
  return `{${members.join(',')}}`;
}

const deepList = ({ bytes }: Room): string => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2);
const tower = `${'['.repeat(24)}${']'.repeat(24)}`;

type Filler = (node: SchemaNode, room: Room) => string;

/** What stands in a place, as JSON text that fills its room. */
const fillers: Readonly<Record<string, Filler>> = {
  'fitting items': ({ items = {} }, room) => listOf(JSON.stringify(fitting(items)), room),
  'empty objects': (_node, room) => listOf('{}', room),
  'members nobody declared': (node, room) => {
    const item = fitting(node.items ?? node);
    return listOf(JSON.stringify({ ...(isRecord(item) ? item : {}), unknown: 1, other: [] }), room);
  },
  numbers: (_node, room) => listOf('0', room),
  'empty lists': (_node, room) => listOf('[]', room),
  'a wide object': (_node, room) => wideObject(room),
  'a record of empty objects': (_node, room) => wideObject(room, '{}'),
  'long names': (_node, room) => wideObject(room, '{}', 50_000),
  'lists in lists': (_node, room) => listOf(tower, room),
  'one deep list': (_node, room) => deepList(room),
  'empty texts': (_node, room) => listOf('""', room),
  'long texts': (_node, room) => listOf(`"${'é x\u200d'.repeat(1000)}"`, room),
  'one long text': (_node, { bytes }) => `"${'a '.repeat(bytes / 2 - 2)}"`,
  'control characters': (_node, { bytes }) => `"${'\\u0001'.repeat(bytes / 6 - 1)}"`,
  'more values than are read': (_node, { bytes }) => listOf('[]', { bytes, signs: Number.POSITIVE_INFINITY }),
};

const hole = '\u0000the large part\u0000';

/** The good body with the hole in a place. */
function withHole(good: unknown, steps: readonly Step[]): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return hole;
  if (typeof step === 'number') {
    const [first, ...others] = Array.isArray(good) ? good : [];
    return [withHole(first, rest), ...others];
  }
  const members = isRecord(good) ? good : {};
  return { ...members, [step]: withHole(members[step], rest) };
}

interface Case {
  readonly place: Place;
  readonly filler: string;
}

/** Every list and object that a body may have, and a member that nobody declared, with everything that can stand there. */
function casesOf(body: SchemaNode): Case[] {
  const places = [...placesOf(body), { steps: ['nobodyKnows'], node: {} }];
  return places.flatMap((place) => Object.keys(fillers).map((filler) => ({ place, filler })));
}

/** So many of the bodies of the largest size that an operation may be sent, chosen by chance; `good` is one that it takes. */
export function largeBodiesOf(endpoint: Endpoint, good: unknown, count: number): LargeBody[] {
  const { body } = endpoint;
  if (body === undefined || isRaw(body)) return [];
  const all = casesOf(body);
  const choose = fc.shuffledSubarray(all, { minLength: Math.min(count, all.length), maxLength: count });
  const [chosen = []] = fc.sample(choose, { numRuns: 1, seed: seedOf(`large ${endpoint.id}`) });
  return chosen.map(({ place, filler }) => {
    const around = JSON.stringify(withHole(good, place.steps));
    const bytes = (endpoint.maxBody ?? defaultMaxBody) - Buffer.byteLength(around);
    const part = fillers[filler]?.(place.node, { bytes, signs: mostSigns - signsOf(around) }) ?? '';
    const text = around.replace(JSON.stringify(hole), () => part);
    return { name: `${filler} as ${place.steps.join('.') || 'the whole'}`, text };
  });
}

/** JSON that takes as long to parse as any that is read: the measure of what a request may cost. */
export const dearestJson = (): string => wideObject({ bytes: Number.POSITIVE_INFINITY, signs: mostSigns });

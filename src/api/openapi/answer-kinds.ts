import { firstType, type SchemaNode } from '../../kernel/schema/node.ts';
import type { Answer, Endpoint } from '../http/endpoint.ts';

/** What comes back: JSON, nothing, the bytes of a file (or the way to it), or a stream of events. */
export type AnswerKind = 'json' | 'none' | 'file' | 'events';

/** What an operation answers when all goes well. */
export function answerKindOf(endpoint: Endpoint): AnswerKind {
  const answer = successOf(endpoint);
  if (answer === undefined) return 'none';
  if (answer.kind === 'json') return 'json';
  if (answer.kind === 'empty') return redirects(endpoint) ? 'file' : 'none';
  if (answer.types.includes('text/event-stream')) return 'events';
  return answer.kind === 'stream' && answer.types.includes('application/json') ? 'json' : 'file';
}

const redirects = ({ method, answers }: Endpoint): boolean => method === 'GET' && answers[302] !== undefined;

/** The answer with a body among those that are no refusal, where there is one. */
function successOf({ answers }: Endpoint): Answer | undefined {
  const all = Object.values(answers);
  return all.find((answer) => answer.kind !== 'empty') ?? all[0];
}

/** Members of a list's answer that are not its items. */
const besideItems = /^(_links|count|total|hasMore|@odata\..+)$/;

/**
 * The member of the answer that is the list, `.` where the body is the array; undefined where the answer is no list. The
 * endpoint says it where its shapes do not.
 */
export function listMemberOf(endpoint: Endpoint): string | undefined {
  if (endpoint.items !== undefined) return endpoint.items;
  const answer = endpoint.answers[200];
  if (answer?.kind !== 'json') return undefined;
  const schema: SchemaNode = answer.schema;
  if (firstType(schema) === 'array') return '.';
  const members = Object.entries(schema.properties ?? {}).filter(([name]) => !besideItems.test(name));
  const [only] = members;
  return members.length === 1 && only && firstType(only[1]) === 'array' ? only[0] : undefined;
}

/** Whether an answer has an address that a file is to be sent to. */
export const hasUploadAddress = ({ answers }: Endpoint): boolean =>
  Object.values(answers).some((answer) => answer.kind === 'json' && hasMember(answer.schema, 'uploadUrl'));

const hasMember = ({ properties = {} }: SchemaNode, name: string): boolean =>
  Object.entries(properties).some(([key, one]) => key === name || hasMember(one, name));

import type { TSchema } from 'typebox';
import { issueMessage } from '../../kernel/schema/messages.ts';
import { integer } from '../../kernel/schema/shapes.ts';
import { issuesOf } from '../../kernel/schema/validator.ts';
import type { Detail } from '../http/problem.ts';
import type { RecordFault } from './kind.ts';

/*
 * The rules of APIs, as rules of the records that archives have of what they make.
 */

/** A boolean, as it is stored. */
export const bit = integer({ minimum: 0, maximum: 1 });

export const countable = integer({ minimum: 0 });

/** The first fault that a check of an API finds, as a fault of a record. */
export const faultIn = (details: readonly Detail[], member?: string): RecordFault | undefined => {
  const [first] = details;
  return first && { member: member ?? first.target ?? 'record', why: first.message.replace(/\.$/, '') };
};

/** The first thing that a schema of an API finds in a member of a record. */
export function shapeFault(schema: TSchema, value: unknown, member: string): RecordFault | undefined {
  const [issue] = issuesOf(schema, value);
  if (issue === undefined) return undefined;
  const glue = issue.target === '' || issue.target.startsWith('[') ? '' : '.';
  return { member: `${member}${glue}${issue.target}`, why: issueMessage(issue) };
}

/** Whether a value is an object of named members: neither null nor a list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const none: Readonly<Record<string, unknown>> = {};

/** The members of a value whose form nobody has checked yet; none of what is no record. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : none);

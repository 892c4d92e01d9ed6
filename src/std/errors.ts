/** A member of whatever was thrown; undefined where it has none of that name. */
export const factOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null && name in error ? Reflect.get(error, name) : undefined;

/** The code of an error, as the system and the drivers give one (`ENOENT`, `23505`). */
export const codeOf = (error: unknown): unknown => factOf(error, 'code');

/** What an error says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

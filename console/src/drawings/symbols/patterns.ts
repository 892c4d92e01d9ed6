/** Why a text is no regular expression, for people; undefined where it is one. */
export function faultOf(pattern: string): string | undefined {
  if (pattern === '') return 'A pattern is needed.';
  return expressionOf(pattern) ? undefined : 'This is no regular expression.';
}

/** Whether a text fits a pattern: as a whole, or where it begins. */
export const matches = (pattern: string, text: string, whole: boolean): boolean =>
  expressionOf(whole ? `^(?:${pattern})$` : `^(?:${pattern})`)?.test(text) ?? false;

function expressionOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

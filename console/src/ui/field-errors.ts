import { Problem } from '../app/problem.ts';

/** What the server said about single fields, for the form to show beside them. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof Problem)) return {};
  return Object.fromEntries(
    error.details.flatMap(({ target, message }) => (target ? [[lowerFirst(target), message]] : [])),
  );
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

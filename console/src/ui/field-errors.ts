import { Problem, whatToDo } from '../platform/problem.ts';

/** What the server said about single fields, for the form to show beside them; of lists it names the entry. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof Problem)) return {};
  const named = error.details.flatMap(({ target, message }) => (target ? [[fieldOf(target), saidOf(message)]] : []));
  const whole = error.target ? [[fieldOf(error.target), whatToDo(error)]] : [];
  return Object.fromEntries([...whole, ...named]);
}

/** The reason alone, where one follows the words that clients know. */
const saidOf = (message: string): string => message.replace(/^Invalid request body\. (?=\S)/, '');

/** `redirectUris` of `RedirectUris[1]`. */
const fieldOf = (target: string): string => target.slice(0, 1).toLowerCase() + target.slice(1).replace(/[[.].*$/, '');

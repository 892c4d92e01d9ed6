import { isCleanLine } from '../../std/text.ts';
import { type Personal, weaknessOf } from './password-strength.ts';
import { longestPassword, shortestPassword } from './passwords.ts';

/** Nothing that a mail program could read as several addresses, a name or a comment. */
const emailForm = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+$/;

/** What is wrong with an e-mail address; undefined when nothing is. */
export function emailFault(email: string): string | undefined {
  if (!emailForm.test(email) || !isCleanLine(email)) return 'Please enter an email address.';
  return email.length > 254 ? 'The email address is too long.' : undefined;
}

export function passwordFault(password: string, repeated: string | undefined): string | undefined {
  const length = [...password].length;
  if (length < shortestPassword) return `The password must have at least ${shortestPassword} characters.`;
  if (length > longestPassword) return `The password must not have more than ${longestPassword} characters.`;
  return repeated !== undefined && repeated !== password ? 'The two passwords are not the same.' : undefined;
}

/** The same, and whether it is too easy to guess for this person. */
export async function newPasswordFault(
  password: string,
  repeated: string | undefined,
  personal: Personal,
): Promise<string | undefined> {
  return passwordFault(password, repeated) ?? (await weaknessOf(password, personal));
}

export function nameFault(name: string, what: string): string | undefined {
  if (name === '') return `Please enter ${what}.`;
  if (name.length > 100) return `Please shorten ${what} to 100 characters.`;
  return isCleanLine(name) ? undefined : `Please use only letters, digits and punctuation in ${what}.`;
}

/** Country and language from a browser's preferences: `de-CH, de;q=0.9` is Switzerland, German. */
export function localeOf(acceptLanguage: string): { country?: string; language?: string } {
  const match = /^\s*([a-z]{2,3})(?:-[A-Za-z]{4})?(?:-([A-Za-z]{2}))?\b/.exec(acceptLanguage);
  const country = match?.[2]?.toUpperCase();
  return { ...(match?.[1] ? { language: match[1] } : {}), ...(country ? { country } : {}) };
}

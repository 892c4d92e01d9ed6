import ipaddr from 'ipaddr.js';
import { scheduleFault } from '../std/schedule.ts';

/** The value of a setting, or what stands for none; what is wrong with it is noted. */
export type Read = <T, A = T>(name: string, absent: A, parse: (text: string) => T) => T | A;

/* How the text of a setting is read; each throws what is wrong with it. */

export const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const integer = (least: number, most: number) => (text: string) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new Error(`must be a whole number from ${least} to ${most}, but is '${text}'`);
  }
  return value;
};

export function oneOf<T extends string>(...values: T[]): (text: string) => T {
  return (text) => {
    const found = values.find((value) => value === text.toLowerCase());
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}, but is '${text}'`);
    return found;
  };
}

export const urlOf =
  (...protocols: string[]) =>
  (text: string): string => {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      throw new Error(`must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return text;
  };

export function webAddress(text: string): string {
  const url = new URL(urlOf('http:', 'https:')(text));
  if (url.search || url.hash || url.username) throw new Error('must not have a query, a fragment or a user');
  return text.replace(/\/+$/, '');
}

export function origin(text: string): string {
  const address = webAddress(text);
  if (new URL(address).pathname !== '/') {
    throw new Error(
      `must be scheme, host and port without a path, because clients build addresses from it; is '${text}'`,
    );
  }
  return new URL(address).origin;
}

const scheduleFaults = {
  invalid: 'is no schedule',
  tooOften: 'fires more than once a minute',
  never: 'never fires again',
} as const;

export function schedule(text: string): string {
  const fault = scheduleFault(text, Date.now());
  if (fault !== undefined) {
    throw new Error(`'${text}' ${scheduleFaults[fault]}; one in UTC is, for example, 0 2 * * 6 (Saturdays at 2)`);
  }
  return text;
}

export function networks(text: string): string[] {
  const found = list(text);
  for (const network of found) {
    const valid = network.includes('/') ? ipaddr.isValidCIDR(network) : ipaddr.isValid(network);
    if (!valid) throw new Error(`'${network}' is not an address or network such as 10.0.0.0/8`);
  }
  return found;
}

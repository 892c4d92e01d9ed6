import { createHash } from 'node:crypto';

const guidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A GUID as BCF writes it: lower case, without braces; undefined for what is none. */
export function guidIn(text: string | undefined): string | undefined {
  const guid = text
    ?.trim()
    .toLowerCase()
    .replace(/^\{|\}$/g, '');
  return guid !== undefined && guidForm.test(guid) ? guid : undefined;
}

/** A GUID that is the same whenever it is made of the same text. */
export function guidFor(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

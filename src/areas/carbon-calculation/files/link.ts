import type { Context } from '../../../kernel/http/context.ts';
import type { SecretBox } from '../../../kernel/ports/secrets.ts';
import { sameSignature } from '../../../kernel/std/signature.ts';

/*
 * Addresses of results: `/carbon-results/{id}/{file}?se=…&sig=…`. Whoever has one may read all files of that result for
 * an hour, without a token: the signature is that of the container, so another name can be put in place of the file's.
 */
export const resultsPath = '/carbon-results';

const purpose = 'carbon-results';
const lifetime = 3_600_000;

export function resultLink(id: string, { ports, baseUrl, now }: Pick<Context, 'ports' | 'baseUrl' | 'now'>): string {
  const end = String(Math.floor((now + lifetime) / 1000));
  return `${baseUrl}${resultsPath}/${id}/report.html?se=${end}&sig=${signatureOf(ports.secrets, id, end)}`;
}

/** Whether the query of an address lets its holder read the result now. */
export function admits(secrets: SecretBox, id: string, query: URLSearchParams, now: number): boolean {
  const end = query.get('se') ?? '';
  const signed = sameSignature(query.get('sig') ?? '', signatureOf(secrets, id, end));
  return signed && Number(end) * 1000 > now;
}

const signatureOf = (secrets: SecretBox, id: string, end: string): string => secrets.sign(purpose, `${id}\n${end}`);

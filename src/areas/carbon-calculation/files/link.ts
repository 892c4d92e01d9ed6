import type { Context } from '../../../api/http/context.ts';
import { blobLink, containerLink } from '../../../kernel/blobs/container-link.ts';

/** What stands before the id of a result in the addresses of its files. */
export const resultsPath = '/carbon-results';

/**
 * The address of the report of a result, `/carbon-results/{id}/report.html?…`. Whoever has it may read all files of that
 * result for an hour, without a token: another name can be put in place of the report's.
 */
export const resultLink = (id: string, { ports, baseUrl, now }: Pick<Context, 'ports' | 'baseUrl' | 'now'>): string => {
  const container = { root: baseUrl, path: resultsPath, id, rights: 'rl', form: 'short', now } as const;
  return blobLink(containerLink(ports.secrets, container), 'report.html');
};

import { newId, nilUuid } from '../../std/ids.ts';

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

/**
 * An id for a new view, group or tag: base64url of a zero byte, a UUID of its own, the twin's and the model's (zeros
 * without one). 66 characters. They are compared as texts and never taken apart.
 */
export const newItemId = (twinId: string, modelId: string | null): string =>
  Buffer.concat([Buffer.of(0), ...[newId(), twinId, modelId ?? nilUuid].map(bytesOf)]).toString('base64url');

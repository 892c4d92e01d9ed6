import type { IncomingMessage } from 'node:http';
import type { Kit } from '../../../api/area.ts';
import type { Context } from '../../../api/http/context.ts';
import { type Answer, preflight } from '../../../kernel/blobs/answer.ts';
import { answerContent } from '../../../kernel/blobs/content-answer.ts';
import type { FaultCode } from '../../../kernel/blobs/faults.ts';
import { signedMount } from '../../../kernel/blobs/signed-mount.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import type { Mount } from '../../../std/mount.ts';
import type { SecretBox } from '../../../std/secrets.ts';
import { sameSignature } from '../../../std/signature.ts';
import type { ComparisonRow } from '../tables.ts';
import { findComparison } from './store.ts';

/*
 * Addresses of results: whoever has one can read it, without a token, for an hour, as long as the comparison is there
 * and its model is in use.
 */

const prefix = '/comparisons';
const lifetime = 3_600_000;
const methods = 'GET, HEAD, OPTIONS';

export type ResultForm = 'full' | 'minimal';

/** A new address of a result. */
export function resultUrl(id: string, form: ResultForm, { ports, baseUrl, now }: Context): string {
  const path = `${prefix}/${id}/${form}.json`;
  const end = String(Math.floor((now + lifetime) / 1000));
  return `${baseUrl}${path}?se=${end}&sig=${signatureOf(ports.secrets, path, end)}`;
}

const signatureOf = (secrets: SecretBox, path: string, end: string): string =>
  secrets.sign('comparison-url', `${path}\n${end}`);

export const resultMount = (kit: Kit): Mount => signedMount(prefix, kit.log, (request) => answerResult(request, kit));

async function answerResult(request: IncomingMessage, { ports, db, now }: Kit): Promise<Answer | FaultCode> {
  const { method = '', url = '' } = request;
  if (method === 'OPTIONS') return preflight(request, methods);
  if (method !== 'GET' && method !== 'HEAD') return 'UnsupportedHttpVerb';
  const [path = '', search = ''] = url.split('?', 2);
  const query = new URLSearchParams(search);
  const end = query.get('se') ?? '';
  const signed = sameSignature(query.get('sig') ?? '', signatureOf(ports.secrets, path, end));
  if (!signed || Number(end) * 1000 <= now()) return 'AuthenticationFailed';
  const [, id = '', form] = /^\/comparisons\/([^/]+)\/(full|minimal)\.json$/.exec(path) ?? [];
  const row = await findComparison(db, id);
  const blob = row && (await isInUse(db, row, ports)) ? blobOf(row, form === 'minimal' ? form : 'full') : null;
  const content = blob === null ? undefined : await ports.blobs.find(db, blob);
  if (blob === null || content === undefined) return 'BlobNotFound';
  const headers = { 'Cache-Control': 'private, no-cache' };
  return answerContent(request, { ...content, tag: content.sha256, headers, compressible: true }, async (range) => {
    const found = await ports.blobs.read(blob, range);
    if (found === undefined) throw new Error(`Blob ${blob} is not there any more.`);
    return found.stream;
  });
}

export const blobOf = (row: ComparisonRow, form: ResultForm): string | null =>
  form === 'full' ? row.full_blob : row.minimal_blob;

/** Neither the model is recycled nor its twin deleted. */
const isInUse = async (db: Reader, { model_id, twin_id }: ComparisonRow, { models, twins }: Kit['ports']) =>
  (await models.find(db, model_id)) !== undefined && (await twins.find(db, twin_id)) !== undefined;

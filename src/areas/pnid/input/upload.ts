import { buffer } from 'node:stream/consumers';
import type { Context } from '../../../api/http/context.ts';
import { type RawInput, reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed } from '../../../api/http/problem.ts';
import type { StreamedUpload } from '../../../api/http/streamed-upload.ts';
import { fileNameIn } from '../disposition.ts';
import { inputInUse, invalidBody, invalidHeader, invalidUpload, overQuota } from '../errors.ts';
import { fileNameOf } from '../file-id.ts';
import { begins, extensions, fits, formatOf } from '../formats.ts';
import { findRun, inferenceAgain, listInputs, putInput, touchInference } from '../store/runs.ts';
import type { InferenceRow, InputRow } from '../tables.ts';
import { uploadedView } from '../view.ts';

export const inputPlace = { area: 'pnid', container: 'inputs' } as const;
const mostInputs = 200;
/** Bytes that say what a file is. */
const headBytes = 1024;

const named = (header: unknown): string | undefined => {
  const given = fileNameIn(typeof header === 'string' ? header : undefined);
  return given === undefined ? undefined : fileNameOf(given);
};

/** The name must be one, and its extension say what the type says. */
export function checkHeaders({ headers }: RawInput): Detail[] {
  const name = named(headers['Content-Disposition']);
  if (name === undefined) {
    const absent = headers['Content-Disposition'] === undefined;
    const message = absent
      ? 'The header Content-Disposition must name the file: attachment; filename="pnid.pdf".'
      : 'The header Content-Disposition names no valid file: 1 to 128 bytes, without control characters, a leading dot and / \\ : * ? " < > |.';
    return [invalidHeader('Content-Disposition', message)];
  }
  const type = typeOf(headers['Content-Type']);
  const format = formatOf(name);
  if (format !== undefined && fits(format, type)) return [];
  const message =
    format === undefined
      ? `The extension of '${name}' is none of ${extensions.join(', ')}.`
      : `The type ${type} does not fit the extension of '${name}'.`;
  return [invalidHeader('Content-Type', message)];
}

const typeOf = (header: unknown): string =>
  String(header ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase() ?? '';

/** Keeps a file that has arrived, in the place of one of the same name. */
export async function uploadInput(inference: InferenceRow, header: string, body: StreamedUpload, context: Context) {
  const name = named(header) ?? '';
  const format = formatOf(name);
  const head =
    body.size === 0 ? undefined : await buffer(await body.open({ start: 0, end: Math.min(headBytes, body.size) - 1 }));
  if (head === undefined) return fail(invalidUpload, { details: [invalidBody('The file is empty.')] });
  if (format === undefined || !begins(format, head)) {
    return fail(invalidUpload, {
      details: [invalidBody(`The file is no ${format ?? 'drawing'}: its first bytes are those of something else.`)],
    });
  }
  const { caller, now, ports, baseUrl } = context;
  const row: InputRow = {
    inference_id: inference.id,
    name,
    blob_id: body.id,
    size: body.size,
    sha256: body.sha256,
    content_type: body.type,
    created_by: caller.userId,
  };
  const outcome = await context.write(async (tx) => {
    await inferenceAgain(tx, inference.id);
    if (await findRun(tx, inference.id)) return fail(inputInUse);
    const inputs = await listInputs(tx, inference.id);
    const former = inputs.find((one) => one.name === name);
    if (former === undefined && inputs.length >= mostInputs) {
      return fail(invalidUpload, { details: [overQuota('inputs', `An inference has at most ${mostInputs} inputs.`)] });
    }
    await putInput(tx, row);
    await ports.blobs.take(tx, [body.id]);
    if (former) await ports.blobs.remove(tx, [former.blob_id]);
    await touchInference(tx, inference.id, now);
  });
  return isFailed(outcome) ? outcome : reply(200, { input: uploadedView(row, baseUrl) });
}

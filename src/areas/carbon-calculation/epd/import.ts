import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { StreamedUpload } from '../../../api/http/streamed-upload.ts';
import type { Access } from '../../../api/ports/access.ts';
import { runAside } from '../../../api/request-work.ts';
import type { ReadDeclaration } from '../../../engines/carbon/import/params.ts';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import { newId } from '../../../std/ids.ts';
import { jsonLinesIn } from '../../../std/json-lines.ts';
import { fold } from '../../../std/text.ts';
import { invalid, invalidValue } from '../errors.ts';
import { patienceMs } from '../patience.ts';
import { addEpds } from '../store/epds.ts';
import type { EpdRow } from '../tables.ts';
import { withFormerChoices } from './choose.ts';
import type { importQuery } from './schema.ts';
import { epdEmails, epdSummaryView } from './view.ts';

export const invalidImport = invalid('import declarations');

/** Reads declarations in a process of their own, and keeps those that are whole. */
export async function importEpds(
  { twin }: Access,
  { fileName }: Static<typeof importQuery>,
  body: StreamedUpload,
  context: Context,
) {
  const { ports, caller } = context;
  return ports.engines.workFolder(async (folder) => {
    const input = join(folder, 'input');
    await pipeline(await body.open(), createWriteStream(input));
    const read = await runAside(ports, { who: caller.userId, mostMs: patienceMs }, 'epds', {
      input,
      output: folder,
    }).catch(refusal);
    if (isFailed(read)) return read;
    const of = { twinId: twin.id, fileName: fileName ?? read.format, format: read.format, sha256: body.sha256 };
    const rows = await withFormerChoices(await rowsOf(read.declarations, of, context), context);
    const kept = await context.write((tx) => addEpds(tx, rows));
    if (isFailed(kept)) return kept;
    const emailOf = await epdEmails(kept, context);
    return reply(200, { imported: kept.map((row) => epdSummaryView(row, emailOf)), refused: [...read.refused] });
  });
}

function refusal(error: unknown) {
  if (!(error instanceof JobFailure)) throw error;
  return fail(invalidImport, {
    details: [{ ...invalidValue('', error.message), code: 'InvalidRequestBody', target: null }],
  });
}

interface Source {
  readonly twinId: string;
  readonly format: EpdRow['source_format'];
  readonly fileName: string;
  readonly sha256: string;
}

async function rowsOf(path: string, { twinId, format, fileName, sha256 }: Source, { now, caller }: Context) {
  const rows: EpdRow[] = [];
  for await (const { position, declaration } of jsonLinesIn<ReadDeclaration>(path)) {
    rows.push({
      id: newId(),
      twin_id: twinId,
      name: declaration.name,
      name_key: fold(declaration.name),
      declaration: JSON.stringify(declaration),
      example: declaration.example ? 1 : 0,
      valid_until: declaration.validUntil ?? null,
      source_format: format,
      file_name: fileName,
      source_sha: sha256,
      source_position: position,
      created: now,
      created_by: caller.userId,
    });
  }
  return rows;
}

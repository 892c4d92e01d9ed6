import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Static } from 'typebox';
import type { ReadDeclaration } from '../../../engines/carbon/import/params.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import type { PouredBody } from '../../../kernel/http/poured-body.ts';
import { fail, isFailed } from '../../../kernel/http/problem.ts';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import { aside } from '../../../kernel/jobs/request-work.ts';
import type { Access } from '../../../kernel/ports/access.ts';
import { newId } from '../../../kernel/std/ids.ts';
import { jsonLinesIn } from '../../../kernel/std/json-lines.ts';
import { fold } from '../../../kernel/std/text.ts';
import type { importQuery } from '../epd.schema.ts';
import { addEpds } from '../epd.store.ts';
import { epdEmails, epdSummaryView } from '../epd.view.ts';
import { invalid, invalidValue } from '../errors.ts';
import { patienceMs } from '../patience.ts';
import type { EpdRow } from '../tables.ts';

export const invalidImport = invalid('import declarations');

/** Reads declarations in a process of their own, and keeps those that are whole. */
export async function importEpds(
  { twin }: Access,
  { fileName }: Static<typeof importQuery>,
  body: PouredBody,
  context: Context,
) {
  const { engines } = context.ports;
  return engines.workFolder(async (folder) => {
    const input = join(folder, 'input');
    await pipeline(await body.open(), createWriteStream(input));
    const read = await engines.run(aside(patienceMs), 'epds', { input, output: folder }).catch(refusal);
    if (isFailed(read)) return read;
    const of = { twinId: twin.id, fileName: fileName ?? read.format, format: read.format, sha256: body.sha256 };
    const rows = await rowsOf(read.declarations, of, context);
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
      ...{ id: newId(), twin_id: twinId, name: declaration.name, name_key: fold(declaration.name) },
      ...{ declaration: JSON.stringify(declaration), example: declaration.example ? 1 : 0 },
      ...{ valid_until: declaration.validUntil ?? null, source_format: format, file_name: fileName },
      ...{ source_sha: sha256, source_position: position, created: now, created_by: caller.userId },
    });
  }
  return rows;
}

import type { Context } from '../../api/http/context.ts';
import { reply } from '../../api/http/endpoint.ts';
import { fileBodyOf } from '../../api/http/file-body.ts';
import { fail, type Problem } from '../../api/http/problem.ts';

interface StoredFile {
  readonly name: string;
  readonly blob_id: string;
  readonly content_type: string;
}

/** The bytes of an input or a result, always to be saved: browsers must not run what is in them. */
export async function contentOf<C extends string>(file: StoredFile, notFound: Problem<C>, { db, ports }: Context) {
  const label = { fileName: file.name, type: file.content_type };
  const body = await fileBodyOf(ports.blobs, db, file.blob_id, label);
  return body === undefined ? fail(notFound) : reply(200, body);
}

import type { Readable } from 'node:stream';
import { contentDisposition, isShownType } from '../../kernel/blobs/disposition.ts';
import type { Blobs } from '../../kernel/blobs/port.ts';
import type { Range } from '../../kernel/blobs/store.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { ContentLost } from '../../std/unavailable.ts';

/** The body of an answer that is a stored file: ranges, its strong tag, 304, 412 and 416 come of themselves. */
export interface FileBody {
  readonly size: number;
  /** In hexadecimal; becomes the strong ETag. */
  readonly sha256: string;
  readonly type: string;
  /** The Content-Disposition header. */
  readonly disposition: string;
  /** The bytes, ends included; called once the answer is certain. */
  open(range: Range): Promise<Readable>;
}

export interface FileLabel {
  readonly fileName: string;
  /** Default: the stored one. */
  readonly type?: string;
  /** Shown instead of saved, where it is a picture. */
  readonly inline?: boolean;
}

/** The content of a blob that was taken over, as the body of an answer; undefined when it is not there. */
export async function fileBodyOf(
  blobs: Blobs,
  db: Reader,
  blobId: string,
  { fileName, type, inline = false }: FileLabel,
): Promise<FileBody | undefined> {
  const content = await blobs.find(db, blobId);
  if (content === undefined) return undefined;
  const shown = type ?? content.contentType;
  return {
    size: content.size,
    sha256: content.sha256,
    type: shown,
    disposition: contentDisposition(inline && isShownType(shown) ? 'inline' : 'attachment', fileName),
    async open(range) {
      const found = await blobs.read(blobId, range);
      if (found === undefined) throw new ContentLost(`Blob ${blobId} is not there any more.`);
      return found.stream;
    },
  };
}

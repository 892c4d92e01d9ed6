import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { reasonOf } from './body.ts';
import { exits, Failure, wrongCall } from './failure.ts';
import type { General } from './general-flags.ts';
import { type Io, tell } from './io.ts';

/** Writes a file to where it was asked for: beside it first, so that half a file never has its name. */
export async function writeFileAnswer(answer: Response, { output }: General, io: Io): Promise<void> {
  const stream = answer.body;
  if (output === undefined) {
    if (stream) for await (const chunk of stream as ReadableStream<Uint8Array>) await io.stdout.write(chunk);
    return;
  }
  const given = resolve(io.cwd, output);
  const isFolder = existsSync(given) && statSync(given).isDirectory();
  const target = isFolder ? join(given, nameOf(answer.headers.get('Content-Disposition'))) : given;
  const part = `${target}.part`;
  const file = createWriteStream(part);
  try {
    await pipeline(stream ? Readable.fromWeb(stream as ReadableStream<Uint8Array>) : Readable.from([]), file);
    renameSync(part, target);
  } catch (error) {
    rmSync(part, { force: true });
    const isDisk = error instanceof Error && 'syscall' in error && 'path' in error;
    if (isDisk || (error instanceof Error && 'code' in error && error.code === 'ENOSPC'))
      throw wrongCall(`-o: ${target} cannot be written (${reasonOf(error)}).`);
    throw new Failure(exits.unreachable, 'The connection broke before the file was whole.');
  }
  if (isFolder) await tell(io, `Wrote ${target}`);
}

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A name that leads nowhere else and means nothing to any system. */
export function safeName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  const plain = name.replaceAll(/[/\\<>:"|?*\u0000-\u001f\u007f]/g, '_').replace(/[. ]+$/, '');
  if (plain === '' || /^\.+$/.test(plain)) return 'download';
  return reserved.test(plain) ? `_${plain}` : plain;
}

/** The name in a Content-Disposition header. */
function nameOf(header: string | null): string {
  const exact = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  const plain = /filename="((?:[^"\\]|\\.)*)"|filename=([^;\s]+)/i.exec(header ?? '');
  try {
    if (exact !== undefined) return safeName(decodeURIComponent(exact));
  } catch {
    // the plain one will do
  }
  return safeName((plain?.[1] ?? plain?.[2] ?? 'download').replaceAll(/\\(.)/g, '$1'));
}

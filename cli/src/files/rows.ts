import { type Paint, paintFor, type Style } from '../colours.ts';
import { exits, Failure } from '../failure.ts';
import type { General } from '../general-flags.ts';
import { type Io, tell } from '../io.ts';
import { type ListWriter, listWriter } from '../output.ts';
import { harmless } from '../text.ts';

/** What has become of a file. */
export interface FileRow {
  readonly state: 'uploaded' | 'updated' | 'downloaded' | 'unchanged' | 'skipped' | 'failed';
  readonly id: string | null;
  readonly path: string;
  readonly size: number;
  readonly sha256: string | null;
  /** Bytes that left by this call, of an upload. */
  readonly sent?: number;
  /** Bytes that came by this call, of a download. */
  readonly received?: number;
  readonly resumed: boolean;
  /** Why it failed. */
  readonly error?: string;
}

const styles: Readonly<Record<FileRow['state'], Style>> = {
  uploaded: 'green',
  updated: 'green',
  downloaded: 'green',
  unchanged: 'dim',
  skipped: 'yellow',
  failed: 'red',
};

/** Writes a line for each file as they are done. */
export function rowWriter(io: Io, general: General): ListWriter {
  const { stdout } = io;
  const isPlain = !general.json && !general.jsonl && !general.csv && !general.quiet && !general.columns;
  if (stdout.isTerminal && isPlain) return lineWriter(io, paintFor(io, stdout, general.noColor));
  const columns = general.quiet ? ['id'] : ['state', 'id', 'path'];
  return listWriter({ io, general, columns, member: 'files' });
}

const lineWriter = ({ stdout }: Io, paint: Paint): ListWriter => ({
  async items(rows) {
    const lines = (rows as readonly FileRow[]).map(
      ({ state, id, path }) => `${paint(styles[state], state.padEnd(10))}  ${id ?? ''}  ${harmless(path)}`,
    );
    await stdout.write(lines.map((line) => `${line}\n`).join(''));
  },
  async end() {},
});

/** Whether nothing further would succeed either. */
export const endsAll = (failure: unknown): boolean =>
  !(failure instanceof Failure) ||
  [exits.interrupted, exits.notSignedIn, exits.unreachable].includes(failure.exit) ||
  failure.options.status === 401;

/** Tells at once why a file failed; who reads JSON finds it in the row. */
export async function tellFailure(io: Io, general: General, path: string, failure: Failure): Promise<void> {
  if (general.json || general.jsonl) return;
  const lines = (failure.options.lines ?? []).filter((line) => !line.startsWith('  correlation id'));
  const text = [`twin: ${path}: ${failure.message}`, ...lines].map(harmless).join('\n');
  await tell(io, text);
}

/** Ends a command of which some files have failed. */
export function someFailed(failed: number, total: number, what: string): Failure {
  return new Failure(exits.rejected, `${failed} of ${total} ${total === 1 ? 'file' : 'files'} could not be ${what}.`);
}

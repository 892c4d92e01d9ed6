import { buffer } from 'node:stream/consumers';
import type { Context } from '../../../api/http/context.ts';
import { isRecord, membersOf } from '../../../std/records.ts';

/** What the settings file of a job asks for. */
export interface Production {
  readonly srs?: string;
  /** Pixels of a side of a page of texture. */
  readonly maximumTextureSize?: number;
  readonly texturedEnabled?: boolean;
  /** Settings that say nothing to this program. */
  readonly ignored: readonly string[];
  /** Why the file cannot be read, where it cannot: the job fails with it. */
  readonly fault?: string;
}

const largest = 1 << 20;

/** The name of the file in the workspace of a job. */
export const fileOf = (jobId: string): string => `${jobId}/data/prod_settings.json`;

/** What clients have put into the workspace for a job before its submission; undefined where there is nothing. */
export async function readProduction(
  { workspaceId, jobId }: { readonly workspaceId: string; readonly jobId: string },
  { db, ports }: Pick<Context, 'db' | 'ports'>,
): Promise<Production | undefined> {
  const files = await ports.realityData.files(db, workspaceId);
  const wanted = fileOf(jobId).toLowerCase();
  const file = files.find(({ path }) => path.toLowerCase() === wanted);
  if (file === undefined) return undefined;
  if (file.size > largest) return { ignored: [], fault: 'it is too large' };
  const found = await ports.blobs.read(file.blobId);
  if (found === undefined) return undefined;
  return parseProduction((await buffer(found.stream)).toString('utf8'));
}

/** Settings of all formats as one: what is said of one of them holds for what all of them are made of. */
export function parseProduction(text: string): Production {
  let exchange: unknown;
  try {
    exchange = membersOf(JSON.parse(text)).ProductionSettingsExchange;
  } catch {
    return { ignored: [], fault: 'it is not JSON' };
  }
  if (!Array.isArray(exchange) || !exchange.every(isRecord)) {
    return { ignored: [], fault: 'it has no list ProductionSettingsExchange' };
  }
  const all = exchange.flatMap(({ settings }) => Object.entries(membersOf(settings)));
  const known: Omit<Production, 'ignored'> = Object.assign({}, ...all.map(([name, value]) => said(name, value)));
  const ignored = all.filter(([name, value]) => said(name, value) === undefined).map(([name]) => name);
  return { ...known, ignored: [...new Set(ignored)] };
}

/** Texts are taken for what they say, since clients write `"true"` and `"4096"`, too. */
function said(name: string, value: unknown): Omit<Production, 'ignored'> | undefined {
  const text = String(value).trim();
  if (name === 'SRS') return /^EPSG:\d{1,6}(\+\d{1,6})?$/i.test(text) ? { srs: text.toUpperCase() } : undefined;
  if (name === 'DoublePrecision') return {}; // coordinates are always written so
  if (name === 'TexturedEnabled') {
    const isSaid = /^(true|false)$/i.test(text);
    return isSaid ? { texturedEnabled: text.toLowerCase() === 'true' } : undefined;
  }
  if (name !== 'MaximumTextureSize' || !/^\d{3,5}$/.test(text)) return undefined;
  return { maximumTextureSize: Math.min(16_384, Math.max(256, Number(text))) };
}

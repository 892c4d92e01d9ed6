import { strToU8, unzipSync, zipSync } from 'fflate';
import { isRecord } from '../../../src/std/records.ts';

/** What is uploaded, with what it says of itself. */
export interface DetectorPackage {
  readonly content: Blob;
  /** Names of what it finds, without the background; empty where it does not say them. */
  readonly labels: readonly string[];
}

/** A zip larger than this is sent unread. */
const mostBytesRead = 300e6;
const isLabels = (name: string): boolean => /(^|\/)labels\.(json|xml)$/i.test(name);

/** A package out of one zip, or of the files that belong into one. */
export async function packageOf(files: readonly File[]): Promise<DetectorPackage> {
  const [first, ...more] = files;
  if (first && more.length === 0 && /\.zip$/i.test(first.name)) {
    return { content: first, labels: first.size > mostBytesRead ? [] : labelsIn(await zippedLabels(first)) };
  }
  const entries: Record<string, Uint8Array> = {};
  for (const file of files) entries[file.name] = new Uint8Array(await file.arrayBuffer());
  const labels = files.find(({ name }) => isLabels(name));
  // networks hardly become smaller
  const zipped = zipSync(entries, { level: 0 });
  return { content: new Blob([new Uint8Array(zipped)]), labels: labelsIn((await labels?.text()) ?? '') };
}

async function zippedLabels(zip: File): Promise<string> {
  try {
    const found = unzipSync(new Uint8Array(await zip.arrayBuffer()), { filter: ({ name }) => isLabels(name) });
    const [bytes] = Object.values(found);
    return new TextDecoder().decode(bytes ?? strToU8(''));
  } catch {
    throw new Error('This file is no zip that can be read. Choose the zip of a detector, or its files.');
  }
}

/** Whether a label is that of nothing: label 0 is, where it is called so. Networks of boxes mostly have a thing there. */
const isNothing = (id: string | undefined, name: string): boolean =>
  id === '0' && /^_*(back\s*ground|none|nothing|unlabell?ed|void)_*$/i.test(name);

/** Of `labels.json` or `labels.xml`, without the background. */
export function labelsIn(text: string): string[] {
  if (text.trimStart().startsWith('<')) {
    const labels = new DOMParser().parseFromString(text, 'text/xml').querySelectorAll('Label');
    return [...labels].flatMap((label) => {
      const [id, name] = ['Id', 'name', 'Name'].map((part) => label.querySelector(part)?.textContent ?? undefined);
      return !name || isNothing(id, name) ? [] : [name];
    });
  }
  try {
    const json: unknown = JSON.parse(text);
    if (!isRecord(json)) return [];
    return Object.entries(json).flatMap(([id, one]) =>
      isRecord(one) && typeof one.Name === 'string' && !isNothing(id, one.Name) ? [one.Name] : [],
    );
  } catch {
    return [];
  }
}

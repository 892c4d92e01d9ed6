import yauzl from 'yauzl';
import { EngineFailure } from '../engine.ts';

const mostEntries = 2000;

const tooLarge = (most: number) =>
  new EngineFailure('WorkbookTooLarge', `The workbook holds more than ${most / 2 ** 20} MiB.`);
const notOne = (why: string) => new EngineFailure('NotAWorkbook', why);

/** Sees to it that a file is a workbook and holds no more than it may once it is inflated, whatever it says itself. */
export async function checkArchive(path: string, most: number): Promise<void> {
  try {
    if (!(await partsWithin(path, most)).has('xl/workbook.xml')) throw notOne('The file is no workbook (.xlsx).');
  } catch (error) {
    throw error instanceof EngineFailure ? error : notOne('The file is no workbook (.xlsx), or is damaged.');
  }
}

/** Names of the parts. All are inflated to nowhere; the library refuses one that holds more than it says. */
async function partsWithin(path: string, most: number): Promise<Set<string>> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  try {
    if (zip.entryCount > mostEntries) throw tooLarge(most);
    const names = new Set<string>();
    let left = most;
    for await (const entry of zip.eachEntry()) {
      names.add(entry.fileName);
      left -= entry.uncompressedSize;
      if (left < 0) throw tooLarge(most);
      for await (const _ of await zip.openReadStreamPromise(entry));
    }
    return names;
  } finally {
    zip.close();
  }
}

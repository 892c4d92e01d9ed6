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
      const reach = reachOf(/^\/?xl\/worksheets\//i.test(entry.fileName));
      for await (const bytes of await zip.openReadStreamPromise(entry)) reach(bytes);
    }
    return names;
  } finally {
    zip.close();
  }
}

/** Cells that the reader makes room for, whether anything is in them or not. */
const mostCells = 20_000_000;
const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** Looks how far the cells of a sheet reach, as its bytes pass: one that is far away takes room for all before it. */
function reachOf(isSheet: boolean): (bytes: Buffer) => void {
  let left = '';
  let [columns, rows] = [0, 0];
  return (bytes) => {
    if (!isSheet) return;
    const text = left + bytes.toString('latin1');
    for (const [, letters = '', row = ''] of text.matchAll(/\br\s*=\s*["']([A-Z]{1,9})(\d{1,9})["']/g)) {
      columns = Math.max(columns, columnNumber(letters));
      rows = Math.max(rows, Number(row));
      if (columns * rows > mostCells) {
        throw new EngineFailure(
          'WorkbookTooLarge',
          `A sheet of the workbook reaches to the cell ${letters}${row}, which is too far.`,
        );
      }
    }
    left = text.slice(-40);
  };
}

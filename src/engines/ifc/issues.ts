import type { ImportIssue, ImportReport } from '../snapshot/types.ts';

/** Where an issue is: a byte of the file, or an instance of it. */
export interface Place {
  readonly offset?: number;
  readonly number?: number;
  readonly globalId?: string;
}

/** What an import finds wrong without failing for it. */
export interface Issues {
  add(message: string, place?: Place): void;
  /** Adds what is found later as if it were found now: the report is the same whenever that is. */
  here(): Issues['add'];
  /** Line of a byte, counted from 1. */
  lineAt(offset: number): number;
  /** Line of an instance, where it is known. */
  lineOf(number: number): number | undefined;
  /** How instances are found, once that is known. */
  instancesAt(offsetOf: (number: number) => number | undefined): void;
  report(): ImportReport;
}

const kept = 1000;

export function openIssues(bytes: Uint8Array): Issues {
  const parts: (Place & { readonly message: string })[][] = [];
  let count = 0;
  let offsetOf: (number: number) => number | undefined = () => undefined;
  const lineAt = (offset: number) => lineNumbers(bytes, [offset])[0] ?? 1;
  const here = (): Issues['add'] => {
    const part: (typeof parts)[number] = [];
    parts.push(part);
    return (message, place = {}) => {
      count++;
      if (part.length < kept) part.push({ message, ...place });
    };
  };
  let addNext = here();
  return {
    add: (message, place) => addNext(message, place),
    here() {
      const add = here();
      addNext = here();
      return add;
    },
    lineAt,
    lineOf(number) {
      const offset = offsetOf(number);
      return offset === undefined ? undefined : lineAt(offset);
    },
    instancesAt(find) {
      offsetOf = find;
    },
    report() {
      const found = parts.flat().slice(0, kept);
      const placed = found.map((issue) => ({
        issue,
        offset: issue.offset ?? (issue.number === undefined ? undefined : offsetOf(issue.number)),
      }));
      const offsets = [...new Set(placed.flatMap(({ offset }) => offset ?? []))].sort((a, b) => a - b);
      const lines = lineNumbers(bytes, offsets);
      const lineBy = new Map(offsets.map((offset, n) => [offset, lines[n]]));
      const issues = placed.map(({ issue, offset }): ImportIssue => {
        const line = offset === undefined ? undefined : lineBy.get(offset);
        const { globalId, message } = issue;
        return { ...(line === undefined ? {} : { line }), ...(globalId === undefined ? {} : { globalId }), message };
      });
      return { issueCount: count, issues };
    },
  };
}

/** Lines of ascending offsets, in one pass over the file. */
function lineNumbers(bytes: Uint8Array, offsets: readonly number[]): number[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let line = 1;
  let at = 0;
  return offsets.map((offset) => {
    for (;;) {
      const feed = text.indexOf(10, at);
      if (feed === -1 || feed >= offset) return line;
      line++;
      at = feed + 1;
    }
  });
}

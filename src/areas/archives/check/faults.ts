import { ArchiveRefused, shown } from '../../../engines/archive/faults.ts';

/** Where a fault of a record is. */
export interface LinePlace {
  /** Path in the archive. */
  readonly entry: string;
  /** From 1. */
  readonly line: number;
}

const at = ({ entry, line }: LinePlace, code: string, message: string): ArchiveRefused =>
  new ArchiveRefused({ code, message, entry, line });
const lineOf = ({ entry, line }: LinePlace): string => `Line ${line} of '${entry}'`;

/** The refusals of the third stage. Each is to be thrown. */
export const refusals = {
  format: (format: number) =>
    new ArchiveRefused({
      code: 'UnsupportedFormat',
      message: `The archive has format ${format}; this server reads formats up to 1.`,
      entry: 'data/archive.json',
      line: null,
    }),
  tooLong: (place: LinePlace) => at(place, 'LineTooLong', `${lineOf(place)} is longer than 16 MiB.`),
  invalid: (place: LinePlace, member: string, why: string) =>
    at(place, 'InvalidRecord', `${lineOf(place)} is not valid: ${shown(member)}: ${shown(why)}.`),
  duplicate: (place: LinePlace) => at(place, 'DuplicateRecord', `${lineOf(place)} has the id of an earlier line.`),
  foreign: (place: LinePlace) => at(place, 'ForeignTwin', `${lineOf(place)} belongs to another twin.`),
  dangling: (place: LinePlace, kind: string, id: string) =>
    at(place, 'DanglingReference', `${lineOf(place)} refers to the ${kind} ${shown(id)}, which is not in the archive.`),
  count: (said: number, of: string, has: number) =>
    new ArchiveRefused({
      code: 'CountMismatch',
      message: `The archive says ${said} records of ${shown(of)}, it has ${has}.`,
      entry: 'data/archive.json',
      line: null,
    }),
} as const;

/** What a job tells people and programs: `%1` in the text stands for the first of its values. */
export interface Message {
  readonly code: string;
  readonly title: string;
  readonly message: string;
  readonly params: readonly string[];
}

/** Codes of capture.md section 0.7 with what stands above their texts. */
const titles = {
  EngineNotAvailable: 'No processing engine',
  InputData_Missing: 'Input data is missing',
  InputData_Invalid: 'Invalid input data',
  InputFile_Invalid: 'Invalid input file',
  InputSrsUnknown: 'Unknown reference system',
  SrsUnknown: 'Unknown reference system',
  OutputData_Missing: 'Output data is missing',
  TooFewPhotos: 'Too few photos',
  PhotosNotConnected: 'Photos are not connected',
  DetectorNotRunnable: 'The detector cannot be run',
  LimitExceeded: 'A limit is exceeded',
  OutOfMemory: 'Out of memory',
  TimeLimit: 'Out of time',
  InternalError: 'Internal error',
  PosesFromMetadata: 'Poses from metadata',
  NoGeoreference: 'No georeference',
  VerticalDatumNotApplied: 'Vertical datum not applied',
  PhotosLeftOut: 'Photos were left out',
  FilesIgnored: 'Files were ignored',
  SettingIgnored: 'A setting was ignored',
  PointsLeftOut: 'Points were left out',
  AttributesLeftOut: 'Attributes were left out',
  SystemsDiffer: 'Reference systems differ',
  SplatsAsPoints: 'Splats were taken as points',
  UnitKeyDiffers: 'Coordinates in another unit',
  DatumGuessed: 'The datum was guessed',
  SystemNotUsable: 'The reference system cannot be used',
  SystemContradictsCode: 'The reference system contradicts its code',
  CoordinatesNotDegrees: 'Coordinates are no degrees',
  CoordinatesOutsideArea: 'Coordinates outside of the area',
} as const;

export type MessageCode = keyof typeof titles;

const isKnown = (code: string): code is MessageCode => Object.hasOwn(titles, code);

/** What the queue and the processes of engines call such ends. */
const otherNames: ReadonlyMap<string, MessageCode> = new Map([
  ['EngineMemoryLimit', 'OutOfMemory'],
  ['EngineTimeLimit', 'TimeLimit'],
]);

/** A message whose text has its values by their numbers already. */
export const messageWith = (code: MessageCode, message: string, params: readonly string[]): Message => ({
  code,
  title: titles[code],
  message,
  params,
});

/** Something that was told in a whole sentence, with the values in it that a program may want. */
export interface Told {
  readonly code: string;
  readonly message: string;
  readonly params?: readonly string[];
}

/** The message of a sentence: its values are replaced by their numbers. An unknown code is an internal error. */
export function messageOf({ code: told, message, params = [] }: Told): Message {
  const code = otherNames.get(told) ?? (isKnown(told) ? told : 'InternalError');
  const text = withNumbers(message, params);
  return { code, title: titles[code], message: text, params: [...params] };
}

/** In one pass, the longest first: a value may be a part of another, or of a number. */
function withNumbers(sentence: string, values: readonly string[]): string {
  const present = values.filter((value) => value !== '');
  if (present.length === 0) return sentence;
  const forms = present.toSorted((one, other) => other.length - one.length).map(literally);
  return sentence.replaceAll(new RegExp(forms.join('|'), 'g'), (value) => `%${values.indexOf(value) + 1}`);
}

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

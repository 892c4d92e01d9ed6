import { EngineFailure } from '../engine.ts';

/** What makes a whole file unusable; everything less is an issue of the report. */
export const failures = {
  empty: () => new EngineFailure('EmptyFile', 'The file is empty.'),
  notStep: (line?: number) =>
    new EngineFailure(
      'NotAnIfcFile',
      "This is not an IFC file in STEP form: it does not begin with 'ISO-10303-21;'.",
      line,
    ),
  ifcXml: () =>
    new EngineFailure('NotAnIfcFile', 'This is IFC-XML, which is not supported. Export the model as IFC (STEP).'),
  ifcx: () =>
    new EngineFailure('NotAnIfcFile', 'This is IFC5 (ifcx), which is not supported. Export the model as IFC4 (STEP).'),
  badZip: (why: string) => new EngineFailure('BadZip', `The zip cannot be read: ${why}`),
  tooLarge: (limit: number) =>
    new EngineFailure(
      'FileTooLarge',
      `The IFC file is larger than ${Math.floor(limit / 1e6)} MB, the limit of this server.`,
    ),
  truncated: (line: number) =>
    new EngineFailure(
      'TruncatedFile',
      'The file ends in the middle: its last lines are missing. Upload it again.',
      line,
    ),
  noSchema: (line?: number) =>
    new EngineFailure('UnknownSchema', 'The header of the file does not name its IFC schema (FILE_SCHEMA).', line),
  unknownSchema: (schema: string, line?: number) =>
    new EngineFailure('UnknownSchema', `The schema ${schema} is not supported; IFC2X3, IFC4 and IFC4X3 are.`, line),
  noElements: () => new EngineFailure('EmptyFile', 'The file holds neither elements nor types nor property sets.'),
  cyclicPlacement: (instance: number, line: number) =>
    new EngineFailure('CyclicFile', `The placement #${instance} is relative to itself.`, line),
  cyclicShape: (instance: number, line: number) =>
    new EngineFailure('CyclicFile', `The shape #${instance} is part of itself.`, line),
  tooDeep: (instance: number, line: number) =>
    new EngineFailure('CyclicFile', `#${instance} is nested too deeply.`, line),
} as const;

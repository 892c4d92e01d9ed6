/** The end of the work by a fault of its input, told to people. */
export class EngineFailure extends Error {
  /** One word: "NotAnIfcFile". */
  readonly code: string;
  /** Line of the input file, counted from 1. */
  readonly line: number | undefined;
  /** What the message names, for those who say it in words of their own. */
  readonly params: readonly string[];
  constructor(code: string, message: string, line?: number, params: readonly string[] = []) {
    super(message);
    this.code = code;
    this.line = line;
    this.params = params;
  }
}

import type { PlatformClient } from '../../../client/src/client.ts';
import { gateOf } from '../../../client/src/gate.ts';
import { type LineOptions, recordsFolder } from '../../../client/src/node.ts';
import { type FlagForm, type Given, readArguments } from '../arguments.ts';
import { exits, Failure, wrongCall } from '../failure.ts';
import type { General } from '../general-flags.ts';
import type { Io } from '../io.ts';
import { clientOf, linesFor } from '../platform-client.ts';
import { type Call, sessionFor } from '../run.ts';
import type { Session } from '../session.ts';
import { failureFrom } from '../transfer-failure.ts';
import { namedTwin, twinsOf } from '../twins.ts';

/** A command about files, its flags read. */
export interface FilesCall {
  readonly io: Io;
  readonly given: Given;
  readonly general: General;
  has(flag: string): boolean;
  value(flag: string): string | undefined;
  /** Whole seconds, in milliseconds. */
  milliseconds(flag: string): number | undefined;
  readonly problems: string[];
  /** Ends the command with all that is wrong, before anything is sent. */
  refuseWrong(): void;
  session(): Promise<Session>;
  /** The id of the twin that was named for the call. */
  twin(): Promise<string>;
}

export function filesCall(
  { io, table, argv }: Call,
  name: string,
  usage: string,
  forms: readonly FlagForm[],
): FilesCall {
  const given = readArguments(argv, forms);
  const { flags, general } = given;
  const problems = [...given.problems];
  const session = sessionFor(io, general, table);
  return {
    io,
    given,
    general,
    problems,
    has: (flag) => flags.get(flag)?.at(-1) === 'true',
    value: (flag) => flags.get(flag)?.at(-1),
    milliseconds(flag) {
      const text = flags.get(flag)?.at(-1);
      if (text === undefined) return undefined;
      if (!/^\d{1,6}$/.test(text)) problems.push(`--${flag}: "${text}" is no whole number.`);
      return Number(text) * 1000;
    },
    refuseWrong() {
      if (problems.length === 0) return;
      throw wrongCall(`Cannot ${name}.`, [...problems.map((one) => `  ${one}`), `Usage: ${usage}`]);
    },
    session,
    twin: () => namedTwin(twinsOf(io, session)),
  };
}

/** What transfers of one call have in common. */
export interface Transfers {
  readonly client: PlatformClient;
  readonly lines: LineOptions;
  readonly records: string;
  /** What an error is to the person. */
  failure(error: unknown): unknown;
}

export async function transfersOf(call: FilesCall, patienceMs: number | undefined): Promise<Transfers> {
  const { io, general } = call;
  const session = await call.session();
  const lines = {
    ...linesFor(io, general),
    gate: gateOf(4),
    ...(patienceMs === undefined ? {} : { patienceMs }),
  };
  return {
    client: clientOf(session),
    lines,
    records: recordsFolder({ HOME: io.home, ...io.env }),
    failure(error) {
      if (io.interrupted.aborted) return new Failure(exits.interrupted, 'Run the same command to resume.');
      return failureFrom(error, io, session.settings.url);
    },
  };
}

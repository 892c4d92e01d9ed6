import { resolve } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** How a script is called. */
export interface Usage<O extends ParseArgsOptionsConfig> {
  /** What `--help` prints: what the script does, and each way to call it. */
  readonly usage: string;
  /** Besides `--help` and `-h`. */
  readonly options?: O;
  /** How many words without dashes it takes; default: none. */
  readonly words?: { readonly least?: number; readonly most: number };
}

type Parsed<O extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: O }>
>;

/**
 * The options and words that a script was called with. With `--help` it prints the usage and ends the process with 0; a call that the
 * usage does not know ends it with 2, and a sentence that says what is wrong: before anything was done.
 */
export function commandLine<const O extends ParseArgsOptionsConfig = Record<never, never>>(
  { usage, options, words: { least = 0, most } = { most: 0 } }: Usage<O>,
  args: readonly string[] = process.argv.slice(2),
): { readonly values: Parsed<O>['values']; readonly words: readonly string[] } {
  const refuse = (why: string): never => {
    console.error(`${why}\n\n${usage.trim()}`);
    process.exit(2);
  };
  try {
    // a word behind --help may be anything: help it is
    if (args.includes('--help') || args.includes('-h')) {
      console.log(usage.trim());
      process.exit(0);
    }
    const parsed = parseArgs({ args: [...args], allowPositionals: true, options: options ?? none<O>() });
    const words: readonly string[] = parsed.positionals;
    if (words.length > most) return refuse(`'${words[most]}' is one word too many.`);
    if (words.length < least) return refuse('A word is missing.');
    return { values: parsed.values, words };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const none = <O>(): O => ({}) as O;

/** A path that a person gave: npm runs scripts in the folder of the project, wherever it was called. */
export const fromHere = (path: string, environment: Readonly<Record<string, string | undefined>>): string =>
  resolve(environment.INIT_CWD ?? '.', path);

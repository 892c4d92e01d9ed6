import { type General, generalFlags } from './general-flags.ts';
import { nearest } from './nearest.ts';

/** A flag that a command takes besides the general ones. */
export interface FlagForm {
  readonly name: string;
  readonly short?: string;
  /** `none`: it stands alone, and may be negated; `one`: a value follows. */
  readonly takes: 'none' | 'one';
}

/** What was typed, by the rules of a command. */
export interface Given {
  readonly words: readonly string[];
  /** By the spelling of the command; a flag that stands alone has `true` or `false`. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly general: General;
  readonly problems: readonly string[];
}

/** Case and hyphens do not matter. */
export const plainName = (name: string): string => name.replaceAll(/[-_]/g, '').toLowerCase();

interface Known {
  readonly name: string;
  readonly takes: 'none' | 'one' | 'maybe';
  readonly general: boolean;
}

function knownFlags(forms: readonly FlagForm[]): Map<string, Known> {
  const known = new Map<string, Known>();
  for (const { name, takes } of forms) known.set(plainName(name), { name, takes, general: false });
  for (const { name, value, optional } of generalFlags) {
    const takes = optional ? 'maybe' : value === undefined ? 'none' : 'one';
    known.set(plainName(name), { name, takes, general: true });
  }
  return known;
}

/**
 * Reads the words behind a command. `--name value`, `--name=value`, `--no-name`, `-q`; `--` ends the flags. General flags
 * come before flags of the command with the same name.
 */
export function readArguments(argv: readonly string[], forms: readonly FlagForm[]): Given {
  const known = knownFlags(forms);
  const shorts = new Map(
    [...generalFlags, ...forms].flatMap(({ short, name }) => (short === undefined ? [] : [[short, name] as const])),
  );
  const words: string[] = [];
  const flags = new Map<string, string[]>();
  const general = new Map<string, string>();
  const problems: string[] = [];
  const note = ({ name, general: isGeneral }: Known, value: string): void => {
    if (isGeneral) general.set(name, value);
    else flags.set(name, [...(flags.get(name) ?? []), value]);
  };
  let at = 0;
  const next = (): string | undefined => argv[at + 1];
  const readOne = (typed: string, shown: string, assigned: string | undefined): void => {
    const one = known.get(plainName(typed));
    const negated =
      one === undefined && /^no-?/i.test(typed) ? known.get(plainName(typed.replace(/^no-?/i, ''))) : undefined;
    if (negated?.takes === 'none') return note(negated, 'false');
    if (one === undefined) {
      problems.push(unknown(shown, forms));
      return;
    }
    if (one.takes !== 'one') return note(one, assigned ?? (one.takes === 'maybe' ? '' : 'true'));
    if (assigned !== undefined) return note(one, assigned);
    const value = next();
    if (value === undefined || (value.startsWith('--') && value.length > 2))
      problems.push(`${shown}: a value is missing.`);
    else {
      at++;
      note(one, value);
    }
  };
  for (; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') {
      words.push(...argv.slice(at + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-' || /^-\d/.test(word)) {
      words.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    const shown = equals < 0 ? word : word.slice(0, equals);
    const assigned = equals < 0 ? undefined : word.slice(equals + 1);
    if (shown.startsWith('--')) readOne(shown.slice(2), shown, assigned);
    else {
      const name = shorts.get(shown.slice(1));
      if (name === undefined) problems.push(`${shown}: unknown flag.`);
      else readOne(name, shown, assigned);
    }
  }
  return { words, flags, general: generalOf(general, problems), problems };
}

function unknown(shown: string, forms: readonly FlagForm[]): string {
  const names = [...forms, ...generalFlags].map(({ name }) => `--${name}`);
  const near = nearest(shown, names);
  return `${shown}: unknown flag.${near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`}`;
}

/**
 * Puts general flags that stand before or between the words of a command behind these words, up to the first flag that is
 * of a command only: `--profile work twins list` is `twins list --profile work`.
 */
export function wordsFirst(argv: readonly string[]): readonly string[] {
  const known = knownFlags([]);
  const shorts = new Map(generalFlags.flatMap(({ short, name }) => (short ? [[short, name] as const] : [])));
  const [words, flags]: [string[], string[]] = [[], []];
  let at = 0;
  for (; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (!word.startsWith('-') || word === '-' || /^-\d/.test(word)) {
      words.push(word);
      continue;
    }
    const [typed = ''] = word.split('=');
    const name = typed.startsWith('--') ? typed.slice(2) : shorts.get(typed.slice(1));
    const one = known.get(plainName(name ?? ''));
    if (one === undefined) break;
    flags.push(word);
    if (one.takes === 'one' && !word.includes('=') && at + 1 < argv.length) flags.push(argv[++at] ?? '');
  }
  return [...words, ...flags, ...argv.slice(at)];
}

/** What stands behind general flags at the beginning, with their values. */
export function afterGeneralFlags(argv: readonly string[]): readonly string[] {
  const [first = '', ...rest] = argv;
  if (!first.startsWith('-')) return argv;
  const flag = generalFlags.find(({ name, short }) => first === `--${name}` || first === `-${short}`);
  const takesNext = flag?.value !== undefined && !flag.optional;
  return afterGeneralFlags(takesNext ? rest.slice(1) : rest);
}

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function generalOf(given: ReadonlyMap<string, string>, problems: string[]): General {
  const is = (name: string) => (given.has(name) ? { [camel(name)]: given.get(name) !== 'false' } : {});
  const text = (name: string) => (given.has(name) ? { [name]: given.get(name) } : {});
  const whole = (name: string, least: number) => {
    const value = given.get(name);
    if (value === undefined) return {};
    if (/^\d{1,9}$/.test(value) && Number(value) >= least) return { [name]: Number(value) };
    problems.push(`--${name}: "${value}" is no whole number from ${least} up.`);
    return {};
  };
  const json = given.get('json');
  const columns = given.get('columns');
  return {
    ...text('profile'),
    ...text('url'),
    ...text('twin'),
    ...text('output'),
    ...(json === undefined || json === 'false' ? {} : { json: json === '' || json === 'true' ? true : listOf(json) }),
    ...(columns === undefined ? {} : { columns: listOf(columns) }),
    ...is('jsonl'),
    ...is('csv'),
    ...is('quiet'),
    ...is('all'),
    ...is('wait'),
    ...is('yes'),
    ...is('verbose'),
    ...is('no-color'),
    ...is('token-stdin'),
    ...is('help'),
    ...whole('limit', 1),
    ...whole('timeout', 1),
  };
}

const camel = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

import { isNode, LineCounter, parseDocument } from 'yaml';
import { ConfigError } from '../../config/config.ts';
import { issuesOf } from '../../kernel/schema/validator.ts';
import { type Setup, setupShape } from './setup.schema.ts';

/** Something wrong at a place in the file, e.g. `['users', 0, 'email']`. */
export interface SetupFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * Reads a set-up file, YAML or JSON. `further` checks what the shapes cannot say. Throws one `ConfigError` that names
 * the line of every fault.
 */
export async function readSetup(
  text: string,
  file: string,
  further: (setup: Setup) => Promise<readonly SetupFault[]>,
): Promise<Setup> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const fail = (faults: readonly string[]): never => {
    throw new ConfigError(`The set-up file is wrong:\n${faults.map((fault) => `  ${file}${fault}`).join('\n')}`);
  };
  if (document.errors.length > 0) {
    fail(document.errors.map(({ pos, message }) => `:${lines.linePos(pos[0]).line}: ${message.split('\n')[0]}`));
  }
  const setup: Setup = document.toJS() ?? {};
  const lineOf = (path: readonly (string | number)[]): number => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  const tell = (path: readonly (string | number)[], message: string) => `:${lineOf(path)}: ${shown(path)} ${message}`;
  const issues = issuesOf(setupShape, setup);
  if (issues.length > 0) fail(issues.map((issue) => tell(pathOf(issue.target), wordsOf(issue.rule, issue.limit))));
  const faults = await further(setup);
  if (faults.length > 0) fail(faults.map(({ path, message }) => tell(path, message)));
  return setup;
}

const pathOf = (target: string): (string | number)[] =>
  target
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

const shown = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text ? `${text}.${step}` : step),
    '',
  );

function wordsOf(rule: string, limit: unknown): string {
  switch (rule) {
    case 'missing':
      return 'is missing or empty.';
    case 'additionalProperties':
      return 'is not known here.';
    case 'enum':
      return `must be one of ${[limit].flat().join(', ')}.`;
    case 'format':
      return limit === 'uuid' ? 'must be a UUID.' : 'holds characters that are not allowed.';
    case 'type':
      return `must be of type ${String(limit)}.`;
    default:
      return `breaks the rule ${rule} ${String(limit)}.`;
  }
}

/** A flag that every command has. */
interface GeneralFlag {
  readonly name: string;
  readonly short?: string;
  /** What follows it; absent: nothing does. */
  readonly value?: string;
  /** `--json` or `--json=a,b`. */
  readonly optional?: true;
  readonly text: string;
}

export const generalFlags: readonly GeneralFlag[] = [
  { name: 'profile', value: 'name', text: 'Which sign-in to use.' },
  { name: 'url', value: 'address', text: 'Address of the platform.' },
  { name: 'twin', value: 'id|name', text: 'The twin of the call.' },
  {
    name: 'json',
    value: 'list',
    optional: true,
    text: 'The answer as it came, or an array of objects with these members.',
  },
  { name: 'jsonl', text: 'One JSON object per line.' },
  { name: 'csv', text: 'A table for spreadsheets.' },
  { name: 'columns', value: 'list', text: 'Which members to show; a.b for one within another.' },
  { name: 'quiet', short: 'q', text: 'The first column only.' },
  { name: 'limit', value: 'n', text: 'So many items.' },
  { name: 'all', text: 'All items of all pages.' },
  { name: 'wait', text: 'Wait for the jobs that the call begins.' },
  { name: 'output', short: 'o', value: 'file', text: 'Where a file goes.' },
  { name: 'yes', short: 'y', text: 'Do not ask before something is deleted.' },
  { name: 'verbose', short: 'v', text: 'Show each request and answer.' },
  { name: 'timeout', value: 'seconds', text: 'How long to wait for an answer; default 60.' },
  { name: 'no-color', text: 'No colours.' },
  { name: 'token-stdin', text: 'Read the access token from standard input.' },
  { name: 'help', short: 'h', text: 'Show this help.' },
];

/** What was said with the general flags. */
export interface General {
  readonly profile?: string;
  readonly url?: string;
  readonly twin?: string;
  /** `true` or the members asked for. */
  readonly json?: true | readonly string[];
  readonly jsonl?: boolean;
  readonly csv?: boolean;
  readonly columns?: readonly string[];
  readonly quiet?: boolean;
  readonly limit?: number;
  readonly all?: boolean;
  readonly wait?: boolean;
  readonly output?: string;
  readonly yes?: boolean;
  readonly verbose?: boolean;
  readonly timeout?: number;
  readonly noColor?: boolean;
  readonly tokenStdin?: boolean;
  readonly help?: boolean;
}

import type { Io, Sink } from './io.ts';

const styles = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;

export type Style = keyof typeof styles;

/** Puts a style on a text, where colours are wanted: at a terminal, without `--no-color` and `NO_COLOR`. */
export type Paint = (style: Style, text: string) => string;

export function paintFor({ env }: Io, { isTerminal }: Sink, noColor: boolean | undefined): Paint {
  if (!isTerminal || noColor || env.NO_COLOR || env.TERM === 'dumb') return (_, text) => text;
  return (style, text) => {
    const [on, off] = styles[style];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  };
}

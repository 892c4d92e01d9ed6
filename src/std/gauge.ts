/** One value of a figure, and what it is of: `{ kind: 'models.import' }`. */
export interface Reading {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Something that operators watch, read when they ask; docs/operating.md lists them all. */
export interface Gauge {
  /** As Prometheus has it: words with `_`, the unit last. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Each process has a value of its own, or all would tell the same of the installation. */
  readonly of: 'process' | 'installation';
  read(): readonly Reading[] | Promise<readonly Reading[]>;
}

import { globSync, readFileSync } from 'node:fs';

/** The rows of the tables of that name that lie beside the areas, in no order, without their headings. */
export const inventory = (name: 'operations' | 'permits'): string[][] =>
  globSync(`src/**/testing/${name}.tsv`).flatMap((file) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t')),
  );

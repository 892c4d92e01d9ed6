import { plural } from '../../ui/format.ts';
import type { ElementsFile, NotCalculated } from './figures.ts';

/** What the number of rows counts, and why fewer elements are gray. */
export function restText(
  all: readonly Pick<NotCalculated, 'rows'>[],
  file: Pick<ElementsFile, 'elements'> | undefined,
) {
  const rows = all.reduce((sum, one) => sum + one.rows, 0);
  const said = `${plural(rows, 'quantity row')} not calculated. A row is one material of one element.`;
  const gray = file?.elements.filter(({ of }) => of.every(([, figures]) => figures.every((one) => one === null)));
  if (gray === undefined || gray.length === 0) return said;
  return `${said} ${plural(gray.length, 'element')} without any calculated material ${gray.length === 1 ? 'is' : 'are'} gray in the model.`;
}

import type { Purpose } from '../actions.ts';

const names: Readonly<Record<Purpose, string>> = {
  Design: 'Design file',
  TypeCatalog: 'Type catalog',
  Thumbnail: 'Picture',
  GalleryImage: 'Further picture',
  Reference: 'Reference',
};

export const purposeName = (purpose: Purpose): string => names[purpose];

/** What a component can have, and what a catalog can. */
export const purposesOf = (kind: 'component' | 'catalog'): Purpose[] =>
  kind === 'component'
    ? ['Design', 'Reference', 'Thumbnail', 'GalleryImage', 'TypeCatalog']
    : ['Reference', 'Thumbnail'];

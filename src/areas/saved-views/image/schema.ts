import { Type } from 'typebox';
import { input, oneOf, optional, output, signedUrl } from '../../../kernel/schema/shapes.ts';

/** Bytes of a body with a picture of the largest size, which base64 makes a third longer. */
export const largestImageBody = 14 * 2 ** 20;

export const imageLink = output({ href: signedUrl('Signed; usable without token for an hour.') }, 'SavedViewImage');

export const imageQuery = input({ size: optional(oneOf(['thumbnail', 'full'], 'Default thumbnail.')) });

export const imageUpdate = input(
  {
    image: Type.String({
      description: 'A data URL: `data:image/png;base64,…`. PNG or JPEG, at most 10 MiB and 64 megapixels.',
    }),
  },
  'SavedViewImageUpdate',
);

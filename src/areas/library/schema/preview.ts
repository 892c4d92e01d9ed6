import { Type } from 'typebox';
import { anyText, integer, link, nullable, number, oneOf, output, uuid } from '../../../kernel/schema/shapes.ts';

export const previewStates = ['None', 'Queued', 'InProgress', 'Ready', 'Failed'] as const;
export type PreviewState = (typeof previewStates)[number];

const xyz = output({ x: number(), y: number(), z: number() }, 'LibraryXyz');
const vector = Type.Array(number(), { minItems: 3, maxItems: 3 });

export const onePreview = output(
  {
    preview: output(
      {
        state: oneOf(previewStates),
        documentId: nullable(uuid('The design document that it is made of.')),
        error: nullable(anyText('Why it cannot be made.')),
        triangleCount: nullable(integer({ minimum: 0 })),
        bounds: nullable(output({ low: xyz, high: xyz }, 'LibraryBounds')),
        placement: nullable(output({ unit: oneOf(['m']), upAxis: oneOf(['Z']), origin: vector }, 'LibraryPlacement')),
        _links: output({ thumbnail: nullable(link), model: nullable(link) }, 'LibraryPreviewLinks'),
      },
      'LibraryPreview',
    ),
  },
  'LibraryPreviewResponse',
);

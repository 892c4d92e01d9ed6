import {
  anyText,
  arrayOf,
  input,
  line,
  nullable,
  oneOf,
  optional,
  output,
  paragraphs,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { name, optionalLink, reference, shownName, stamp } from '../common-schema.ts';
import { propertyTypes } from '../property.ts';

const property = output(
  {
    displayName: shownName(),
    type: oneOf(propertyTypes),
    value: optional(anyText()),
    unitOfMeasure: optional(anyText()),
  },
  'LibraryAdHocProperty',
);

const content = { id: uuid(), displayName: shownName(), adHocProperties: arrayOf(property), ...stamp };

const variation = output(
  { ...content, _links: output({ associatedDesignDocument: optionalLink() }, 'LibraryVariationLinks') },
  'LibraryVariation',
);
/** As brands show it to everybody. */
const brandVariation = output(content, 'LibraryBrandVariation');

export const oneVariation = output({ variation }, 'LibraryVariationResponse');
export const variationList = output({ variations: arrayOf(variation) }, 'LibraryVariationsResponse');
export const brandVariationList = output({ variations: arrayOf(brandVariation) }, 'LibraryBrandVariationsResponse');

const givenProperty = input(
  {
    displayName: line({ min: 1, max: 250 }),
    type: oneOf(propertyTypes),
    value: optional(nullable(paragraphs())),
    unitOfMeasure: optional(nullable(paragraphs())),
  },
  'LibraryAdHocPropertyContent',
);

export const variationBody = input(
  {
    displayName: name(),
    associatedDesignDocument: reference('A Design document of the component.'),
    adHocProperties: optional(nullable(arrayOf(givenProperty))),
  },
  'LibraryVariationContent',
);

import { Type } from 'typebox';
import { arrayOf, input, line, link, optional, output, url } from '../../../kernel/schema/shapes.ts';
import { addTextFormat } from '../../../kernel/schema/validator.ts';
import { boundedJson } from '../../../std/json-bounds.ts';

/** UTF-16 code units of one extension's data. */
const longestData = 5 * 2 ** 20;
/** Of one view together, in bytes: whoever reads a view with `return=representation` gets all of them. */
export const mostExtensionBytes = 20 * 2 ** 20;
export const mostExtensions = 50;

const isJsonText = (text: string): boolean => text.isWellFormed() && boundedJson(text) !== undefined;

addTextFormat('json-text', isJsonText);
addTextFormat('web-address', isWebAddress);

function isWebAddress(text: string): boolean {
  const protocol = text.isWellFormed() ? URL.parse(text)?.protocol : undefined;
  return protocol === 'http:' || protocol === 'https:';
}

const extensionName = line({ untrimmed: true });

export const extensionRef = output({ extensionName, href: url() }, 'SavedViewExtensionReference');

export const extension = output(
  {
    extensionName,
    markdownUrl: Type.String({ description: 'Documentation of the extension.' }),
    schemaUrl: Type.String({ description: 'Schema of its data.' }),
    data: Type.String({ description: 'JSON text, as it was given.' }),
    _links: output({ savedView: link, twin: link, model: optional(link), self: link }, 'SavedViewExtensionLinks'),
  },
  'SavedViewExtension',
);

export const oneExtension = output({ extension }, 'SavedViewExtensionResponse');
export const extensionList = output({ extensions: arrayOf(extensionRef) }, 'SavedViewExtensionsResponse');

const address = () => optional(Type.String({ maxLength: 2048, format: 'web-address', description: 'http or https.' }));

export const extensionCreate = input(
  {
    extensionName: line({
      min: 1,
      max: 255,
      untrimmed: true,
      pattern: '^[\\p{L}0-9_$-]*$',
      description: 'Letters, digits, "_", "$" and "-". Unique within the view.',
    }),
    data: Type.String({
      maxLength: longestData,
      format: 'json-text',
      description:
        'JSON text, stored and returned as it is. Of the documented extensions its top-level key is checked.',
    }),
    markdownUrl: address(),
    schemaUrl: address(),
  },
  'SavedViewExtensionCreate',
);

import { Type } from 'typebox';
import { arrayOf, integer, number, output } from '../../../kernel/schema/shapes.ts';
import { addTextFormat } from '../../../kernel/schema/validator.ts';
import { isCleanText } from '../../../std/text.ts';
import { isExpression } from './expression.ts';
import { isHttpsAddress, isPictureUri } from './picture.ts';

/* Types that the data of several kinds of scene objects have in common (scenes.md section 1.3). */

addTextFormat('safe-text', (text) => isCleanText(text) && !/<\/?\w|:\/\/|javascript:/i.test(text));
addTextFormat(
  'restricted-text',
  (text) => isCleanText(text) && !/javascript:|<script|data:|<iframe|\bon\w+\s*=/i.test(text),
);
addTextFormat('expression', isExpression);
addTextFormat('utc-instant', isUtcInstant);
addTextFormat('picture-uri', isPictureUri);
addTextFormat('https-address', isHttpsAddress);

function isUtcInstant(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === text.slice(0, 19);
}

const textOf = (format: string, description: string) => Type.String({ format, description });

export const guid = () => Type.String({ format: 'uuid' });
export const safe = () => textOf('safe-text', 'Text without HTML tags, `://` and `javascript:`.');
export const restricted = () => textOf('restricted-text', 'Text without scripts, handlers and `data:`.');
export const expression = () =>
  textOf('expression', 'An expression without statements, assignments and functions; at most 4096 characters.');
export const dateTimeUtc = () => textOf('utc-instant', 'YYYY-MM-DDThh:mm:ss[.sss]Z');
export const pictureUri = () => textOf('picture-uri', 'Data URI of PNG, JPEG, WebP or harmless SVG, at most 20 KB.');
export const httpsUrl = () => textOf('https-address', 'https, with a host name and without credentials.');
export const id64 = () => Type.String({ pattern: '^(0x[1-9a-f][0-9a-f]{0,15}|0)$', description: 'A 64-bit id.' });
export const idSet = () =>
  Type.String({ pattern: '^([+][0-9A-F][0-9A-F*+]*)?$', description: 'A compressed set of ids; may be empty.' });

export const vector = output({ x: number(), y: number(), z: number() });
/** A 4 × 4 matrix by rows. */
export const matrix = arrayOf(number(), { minItems: 16, maxItems: 16 });
export const share = () => number({ minimum: 0, maximum: 1 });
export const positive = () => number({ minimum: 0 });
export const between = (minimum: number, maximum: number) => number({ minimum, maximum });

/** 0xTTBBGGRR */
export const colorDef = () => integer({ minimum: 0, maximum: 0xffffffff });
const channel = () => integer({ minimum: 0, maximum: 255 });
export const rgb = output({ r: channel(), g: channel(), b: channel(), a: Type.Optional(channel()) });

/** One of some numbers. */
export const oneNumberOf = (...values: readonly number[]) =>
  Type.Unsafe<number>({ type: 'integer', enum: [...values] });
export const linePixels = () =>
  oneNumberOf(0, 2155905152, 4177066232, 4292935648, 4262526480, 3772834016, 4169726088, 4279828248, 3435973836, 1, -1);
export const renderMode = () => oneNumberOf(0, 3, 4, 6);

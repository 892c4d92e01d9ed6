/** How rows are written in JSON, as `$format` or the Accept header of a request asks. */
export interface Representation {
  readonly metadata: 'minimal' | 'none';
  /** Whole numbers of 64 bits and decimals are texts. */
  readonly ieee754: boolean;
}

/** The Content-Type of an answer. */
export const typeOf = ({ metadata, ieee754 }: Representation): string =>
  `application/json; odata.metadata=${metadata};${ieee754 ? ' IEEE754Compatible=true;' : ''} charset=utf-8`;

export const usual: Representation = { metadata: 'minimal', ieee754: false };

interface MediaRange {
  readonly type: string;
  readonly quality: number;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The representation that a request wants most of those that there are; undefined where there is none of them. */
export function representationOf(format: string | undefined, accept: string | undefined): Representation | undefined {
  if (format !== undefined) return offered(rangeOf(format));
  const ranges = (accept ?? '').split(',').map(rangeOf).filter(isJson);
  if (ranges.length === 0) return usual;
  const wanted = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  return wanted.map(offered).find((one) => one !== undefined);
}

function rangeOf(text: string): MediaRange {
  const [type = '', ...pairs] = text.split(';').map((part) => part.trim().toLowerCase());
  const parameters = new Map(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.split('=').map((part) => part.trim());
      return [name, value.replace(/^"(.*)"$/, '$1')] as const;
    }),
  );
  return { type, parameters, quality: Number(parameters.get('q') ?? 1) };
}

const isJson = ({ type }: MediaRange): boolean => ['application/json', 'application/*', '*/*'].includes(type);

/** `odata.metadata` lost its prefix in version 4.01. */
function offered({ parameters }: MediaRange): Representation | undefined {
  const metadata = parameters.get('odata.metadata') ?? parameters.get('metadata') ?? 'minimal';
  if (metadata !== 'minimal' && metadata !== 'none') return undefined;
  return { metadata, ieee754: parameters.get('ieee754compatible') === 'true' };
}

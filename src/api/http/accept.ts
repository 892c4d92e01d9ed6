/** The platform, the vendor alone as older clients of reality data say (capture.md), and those of the settings. */
const vendorNames = (aliases: readonly string[]): readonly string[] =>
  ['vnd.vendor.twin-platform', 'vnd.vendor', ...aliases].map(
    (name) => `vnd.${name.toLowerCase().replace(/^vnd\./, '')}`,
  );

/** The version an Accept header asks for: a number, `newest`, or `none` where nothing here can satisfy it. */
export type AskedVersion = number | 'newest' | 'none';

/**
 * Reads Accept headers; remembers the few forms that clients send. `media`: the types of an operation's answers besides
 * JSON, ranges such as `image/*` and `*` + `/*` among them.
 */
export function acceptReader(
  vendorAliases: readonly string[],
): (accept: string | undefined, media: readonly string[]) => AskedVersion {
  const vendors = vendorNames(vendorAliases);
  const known = new Map<string, AskedVersion>();
  return (accept, media) => {
    if (accept === undefined || accept === '*/*') return 'newest';
    const key = media.length === 0 ? accept : `${media} ${accept}`;
    let version = known.get(key);
    if (version === undefined) {
      version = read(accept, vendors, media);
      if (known.size < 200) known.set(key, version);
    }
    return version;
  };
}

function read(accept: string, vendors: readonly string[], media: readonly string[]): AskedVersion {
  let acceptsAny = accept.trim() === '';
  for (const part of accept.split(',')) {
    const type = mediaType(part);
    const match = /^application\/(.+)\.v(\d{1,4})\+(json|octet-stream)$/.exec(type);
    if (match?.[1] && vendors.includes(match[1])) return Number(match[2]);
    if (['*/*', 'application/*', 'application/json'].includes(type)) acceptsAny = true;
    if (media.some((one) => overlap(type, one))) acceptsAny = true;
  }
  return acceptsAny ? 'newest' : 'none';
}

/** `Text/CSV; charset=utf-8` → `text/csv`; '' for no header. */
export const mediaType = (header: string | undefined): string => header?.split(';')[0]?.trim().toLowerCase() ?? '';

/** Whether some type is of both ranges. */
export function overlap(one: string, other: string): boolean {
  const [first = '', second = ''] = one.split('/');
  const [third = '', fourth = ''] = other.split('/');
  return matches(first, third) && matches(second, fourth);
}

const matches = (one: string, other: string): boolean => one !== '' && (one === other || one === '*' || other === '*');

/**
 * True for the media types that carry JSON: its own, the vendor's of any version, and plain text, which browsers say of a
 * text body when a script does not name a type.
 */
export function jsonTypeReader(vendorAliases: readonly string[]): (type: string) => boolean {
  const vendors = vendorNames(vendorAliases);
  return (type) => {
    if (type === 'application/json' || type === 'text/plain') return true;
    const match = /^application\/(.+)\.v\d{1,4}\+json$/.exec(type);
    return match?.[1] !== undefined && vendors.includes(match[1]);
  };
}

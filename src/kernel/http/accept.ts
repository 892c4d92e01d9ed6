/** The version an Accept header asks for: a number, `newest`, or `none` where nothing here can satisfy it. */
export type AskedVersion = number | 'newest' | 'none';

/** Reads Accept headers; remembers the few forms that clients send. */
export function acceptReader(
  vendorAliases: readonly string[],
): (accept: string | undefined, binary: boolean) => AskedVersion {
  const vendors = ['vnd.vendor.twin-platform', ...vendorAliases].map((name) => name.toLowerCase());
  const known = new Map<string, AskedVersion>();
  return (accept, binary) => {
    if (accept === undefined || accept === '*/*') return 'newest';
    const key = binary ? `b ${accept}` : accept;
    let version = known.get(key);
    if (version === undefined) {
      version = read(accept, vendors, binary);
      if (known.size < 200) known.set(key, version);
    }
    return version;
  };
}

function read(accept: string, vendors: readonly string[], binary: boolean): AskedVersion {
  let acceptsAny = accept.trim() === '';
  for (const part of accept.split(',')) {
    const type = part.split(';')[0]?.trim().toLowerCase() ?? '';
    const match = /^application\/(.+)\.v(\d{1,4})\+(json|octet-stream)$/.exec(type);
    if (match?.[1] && vendors.includes(match[1])) return Number(match[2]);
    if (['*/*', 'application/*', 'application/json'].includes(type)) acceptsAny = true;
    if (binary && /^(image\/.*|application\/octet-stream|text\/event-stream)$/.test(type)) acceptsAny = true;
  }
  return acceptsAny ? 'newest' : 'none';
}

/**
 * True for the media types that carry JSON: its own, the vendor's of any version, and plain text, which browsers say of a
 * text body when a script does not name a type.
 */
export function jsonTypeReader(vendorAliases: readonly string[]): (type: string) => boolean {
  const vendors = ['vnd.vendor.twin-platform', ...vendorAliases].map((name) => name.toLowerCase());
  return (type) => {
    if (type === 'application/json' || type === 'text/plain') return true;
    const match = /^application\/(.+)\.v\d{1,4}\+json$/.exec(type);
    return match?.[1] !== undefined && vendors.includes(match[1]);
  };
}

/** The file name of a Content-Disposition header (RFC 6266); undefined where it has none that can be read. */
export function fileNameIn(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const parameters = new Map<string, string>();
  const form = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g;
  for (const [, name = '', quoted, token] of header.matchAll(form)) {
    parameters.set(name.toLowerCase(), quoted === undefined ? (token ?? '') : quoted.replaceAll(/\\(.)/g, '$1'));
  }
  const extended = extendedValue(parameters.get('filename*'));
  if (extended !== undefined) return extended;
  const plain = parameters.get('filename');
  return plain === undefined ? undefined : asUtf8(plain);
}

/** `UTF-8''pn%C3%AFd.pdf` (RFC 8187). */
function extendedValue(text: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(text ?? '')?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Headers come as Latin-1; clients that write UTF-8 into them mean UTF-8. */
function asUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  const decoded = bytes.toString('utf8');
  return decoded.includes('\uFFFD') ? text : decoded;
}

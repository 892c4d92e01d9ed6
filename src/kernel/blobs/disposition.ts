const attributeCharacter = /[A-Za-z0-9!#$&+.^_`|~-]/;

/**
 * A Content-Disposition header (RFC 6266): the name in quotes, and once more in full when it is not plain ASCII.
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.normalize('NFC').replace(/[^ -~]/gu, '_');
  const quoted = `${kind}; filename="${plain.replace(/["\\]/g, '\\$&')}"`;
  return plain === fileName ? quoted : `${quoted}; filename*=UTF-8''${extendedValue(fileName)}`;
}

/** Percent-encoded as RFC 8187 wants it. */
function extendedValue(text: string): string {
  const bytes = Buffer.from(text.toWellFormed());
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return attributeCharacter.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** Pictures that a browser shows without running anything in them, and shapes that pages load. */
const shownTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'model/gltf-binary',
]);

/** May be shown in the browser; anything else is offered for saving. */
export const isShownType = (contentType: string): boolean => shownTypes.has(contentType);

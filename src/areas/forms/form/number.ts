/** The prefix of numbers where a definition names none: made of the type (forms.md section 4.4). */
export function prefixOf(type: string): string {
  const words = type.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const [first = ''] = words;
  if (words.length === 0) return 'F';
  if (words.length === 1) return [...first].slice(0, 3).join('').toUpperCase();
  return words
    .slice(0, 5)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}

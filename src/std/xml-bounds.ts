const deepest = 200;
const mostAttributes = 1000;
/** `a = "b"` has three parts. */
const mostParts = 3 * mostAttributes;

/** What is skipped whole: how it begins, and how it ends. */
const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;

/**
 * Why an XML document is not to be given to a parser: parsers follow elements into each other until the stack is full, and
 * take time by the square of the attributes of an element. A part of a sentence; undefined for a document within its
 * bounds, which may be broken otherwise.
 */
export function xmlBeyondBounds(text: string): string | undefined {
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const [begin, end] = skipped.find(([one]) => text.startsWith(one, at)) ?? [];
    if (begin !== undefined) {
      const to = text.indexOf(end, at + begin.length);
      if (to < 0) return undefined;
      at = to + end.length;
      continue;
    }
    const tag = tagAt(text, at);
    if (tag === undefined) return undefined;
    if (tag.attributes > mostAttributes || tag.parts > mostParts) {
      return `one of its elements has more than ${mostAttributes} attributes`;
    }
    if (text[at + 1] === '/') depth--;
    else if (text[tag.end - 1] !== '/') depth++;
    if (depth > deepest) return `its elements lie deeper than ${deepest} levels`;
    at = tag.end + 1;
  }
  return undefined;
}

/** Where a tag ends, and what of attributes is in it; undefined where it does not end. */
function tagAt(text: string, begin: number) {
  let [attributes, parts, wasBlank] = [0, 0, false];
  for (let at = begin + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === 0x3e) return { end: at, attributes, parts }; // >
    if (sign === 0x22 || sign === 0x27) {
      at = text.indexOf(text.charAt(at), at + 1); // the quote that ends a value
      if (at < 0) return undefined;
    }
    if (sign === 0x3d) attributes++; // =
    const isBlank = sign <= 0x20;
    if (isBlank && !wasBlank) parts++;
    wasBlank = isBlank;
  }
  return undefined;
}

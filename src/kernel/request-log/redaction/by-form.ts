/*
 * What is recognised as a secret by its form alone, wherever it stands: in texts of bodies, in paths, queries, messages and
 * headers. Each pattern takes time in proportion to the text.
 */

const jwt = /eyJ[\w-]{4,}\.[\w-]+\.[\w-]*/g;
const credentials = /\b(?:bearer|basic)(?:\s|%20|\+)+[\w.~+/%-]+=*/gi;
const pemKey = /-----BEGIN [A-Z0-9 ]{1,40}-----(?:(?!-----END)[\s\S])*(?:-----END [A-Z0-9 ]{1,40}-----)?/g;
const userInAddress = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@"'<>]*@/gi;
const queryOfAddress = /(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s?#"'<>]*)\?([^\s#"'<>]*)/gi;
const signing = /(?:^|&|&amp;)(?:sig|signature|x-amz-signature|token|access_token|key|code)=/i;

/** The text without tokens, credentials, keys, and queries of signed addresses; the same text where there are none. */
export function redactedText(text: string): string {
  if (text.length < 6) return text;
  let found = text;
  if (found.includes('eyJ')) found = found.replace(jwt, '[token]');
  if (/b(?:earer|asic)/i.test(found)) found = found.replace(credentials, '[authorization]');
  if (found.includes('-----BEGIN ')) found = found.replace(pemKey, '[key]');
  if (!found.includes('://')) return found;
  return found
    .replace(userInAddress, '$1[redacted]@')
    .replace(queryOfAddress, (all, address: string, query: string) =>
      signing.test(query) ? `${address}?[signed]` : all,
    );
}

/** Names of members that hold secrets, whoever has declared them. */
export const secretName =
  /(secret|password|passphrase|credential|api_?key|private_?key|access_?key|share_?key|token|authorization|cookie|signature|sas)$/i;

/** Names that end so and hold none. */
export const harmlessNames: ReadonlySet<string> = new Set(['continuationtoken', '$continuationtoken', '$skiptoken']);

export const isSecretName = (name: string): boolean => secretName.test(name) && !harmlessNames.has(name.toLowerCase());

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** What `secretBox` makes; the port `SecretBox` describes the same for those who only use it. */
export interface SecretBoxFunctions {
  seal(plain: string): string;
  open(sealed: string): string;
  sign(purpose: string, text: string): string;
}

/**
 * Encrypts small secrets at rest with AES-256-GCM and signs texts with HMAC-SHA256, each with a key of its own that
 * HKDF derives from the server's `key` (32 bytes or more). `open` throws on text that this key did not seal.
 */
export function secretBox(key: Uint8Array): SecretBoxFunctions {
  if (key.length < 32) throw new Error('The secrets key must have at least 32 bytes.');
  // as objects, which are used again eight times as fast as bytes
  const derive = (purpose: string) => createSecretKey(Buffer.from(hkdfSync('sha256', key, '', purpose, 32)));
  const sealing = derive('seal');
  const signing = new Map<string, KeyObject>();
  const signingKey = (purpose: string): KeyObject => {
    const known = signing.get(purpose) ?? derive(`sign ${purpose}`);
    signing.set(purpose, known);
    return known;
  };
  return {
    seal(plain) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv);
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
    },
    sign: (purpose, text) => createHmac('sha256', signingKey(purpose)).update(text).digest('base64url'),
  };
}

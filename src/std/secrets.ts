/** Encrypts small secrets at rest (AES-256-GCM with the server's key). */
export interface SecretBox {
  seal(plain: string): string;
  open(sealed: string): string;
  /** HMAC-SHA256 of a text with a key derived for that purpose, as base64url. */
  sign(purpose: string, text: string): string;
}

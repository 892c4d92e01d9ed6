/** A picture that is drawn; it is packed by another thread meanwhile. */
export interface Drawn {
  readonly png: Promise<Buffer>;
}

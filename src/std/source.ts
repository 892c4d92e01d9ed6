/** Where a request comes from. */
export interface Source {
  readonly address: string;
  /** What the client calls itself; empty when it does not say. */
  readonly userAgent: string;
  readonly correlationId: string;
}

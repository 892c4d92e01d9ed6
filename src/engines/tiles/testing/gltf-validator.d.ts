declare module 'gltf-validator' {
  export function validateBytes(
    bytes: Uint8Array,
    options?: { maxIssues?: number; externalResourceFunction?: (uri: string) => Promise<Uint8Array> },
  ): Promise<{
    issues: {
      numErrors: number;
      truncated: boolean;
      /** Severity: 0 error, 1 warning, 2 information, 3 hint. */
      messages: { code: string; message: string; severity: number; pointer?: string }[];
    };
  }>;
}

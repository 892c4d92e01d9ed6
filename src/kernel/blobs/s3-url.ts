/** What a `BLOB_URL` says: `s3://bucket/prefix?endpoint=https://…&region=…&pathStyle=false`. */
export interface S3Address {
  readonly bucket: string;
  /** Begins every key; empty or ends with "/". */
  readonly prefix: string;
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Bucket in the path instead of the host name; what most servers but the first vendor's expect. */
  readonly pathStyle: boolean;
}

/** Errors: an `Error` that says what is wrong with the address. */
export function parseS3Url(text: string): S3Address {
  const url = new URL(text);
  if (url.protocol !== 's3:' || url.hostname === '') throw new Error('must look like s3://bucket?endpoint=…&region=…');
  if (url.username || url.password) {
    throw new Error('must hold no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  const unknown = [...url.searchParams.keys()].find((name) => !['endpoint', 'region', 'pathStyle'].includes(name));
  if (unknown !== undefined) throw new Error(`has the unknown parameter '${unknown}'`);
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:\/\//.test(endpoint)) throw new Error('endpoint must be an http(s) address');
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region: url.searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    pathStyle: (url.searchParams.get('pathStyle') ?? String(endpoint !== undefined)) === 'true',
  };
}

import createClient, { type Client } from 'openapi-fetch';
import { apis, type Paths } from './generated/apis.ts';

export { events, type Schemas } from './generated/apis.ts';

export interface ClientOptions {
  /** Scheme, host and port of the platform, e.g. `https://twins.example.com`. */
  readonly baseUrl: string;
  /** The authorization server; default `{baseUrl}/auth`. */
  readonly authUrl?: string;
  /** Gives the access token for each request; undefined calls without one. */
  readonly token: () => string | undefined | Promise<string | undefined>;
  readonly fetch?: (request: Request) => Promise<Response>;
}

type Media = `${string}/${string}`;

/** One typed client per API: `client.twins.GET('/twins/{id}', { params: { path: { id } } })`. */
export type PlatformClient = { readonly [Name in keyof Paths]: Client<Paths[Name], Media> };

/**
 * Clients of every API of a platform. Each asks for the version that its types were made from, by `Accept`, and never
 * throws for an answer: `{ data }` of a success, `{ error, response }` of a refusal.
 */
export function platformClient(options: ClientOptions): PlatformClient {
  const addresses = { base: options.baseUrl, auth: options.authUrl ?? `${options.baseUrl}/auth` };
  const made = Object.entries(apis).map(([name, { version, at }]) => {
    const client = createClient({
      baseUrl: addresses[at],
      querySerializer: { array: { style: 'form', explode: false } }, // lists are comma separated
      headers: { Accept: `application/vnd.vendor.twin-platform.v${version}+json` },
      ...(options.fetch ? { fetch: options.fetch } : {}),
    });
    client.use({
      async onRequest({ request }) {
        const token = await options.token();
        if (token !== undefined) request.headers.set('Authorization', `Bearer ${token}`);
        return request;
      },
    });
    return [name, client];
  });
  return Object.fromEntries(made) as PlatformClient;
}

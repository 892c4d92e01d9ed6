import autocannon from 'autocannon';
import { compare, startServer } from './load.ts';
import { basic, runPlatform } from './platform.ts';
import { atLeast, type Result, rate } from './results.ts';

/** Tokens a second that a server gives to the service application of a set-up platform. */
export async function tokensPerSecond(url: string, seconds: number, scope = ''): Promise<number> {
  const result = await autocannon({
    url,
    method: 'POST',
    connections: 16,
    duration: seconds,
    headers: { Authorization: basic, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials${scope}`,
  });
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} requests were refused.`);
  return result['2xx'] / result.duration;
}

/** Tokens a second for a service application, beside the OpenID library with its memory store. */
export async function benchTokens(): Promise<Result[]> {
  const platform = await runPlatform();
  const library = await startServer('bench/yardsticks/tokens.ts');
  try {
    const both = await compare(
      3,
      () => tokensPerSecond(`${platform.baseUrl}/auth/connect/token`, 3),
      () => tokensPerSecond(library.facts.url ?? '', 3, '&scope=twin-platform'),
    );
    return [
      {
        name: 'client_credentials tokens',
        subject: rate(both.subject),
        yardstick: `oidc-provider, memory store ${rate(both.yardstick)}`,
        value: both.ratio,
        unit: '',
        ...atLeast(both.ratio, 0.6),
      },
    ];
  } finally {
    await Promise.all([platform.stop(), library.stop()]);
  }
}

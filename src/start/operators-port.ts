import { createServer } from 'node:http';
import type { Config } from '../config/config.ts';
import { type Log, stackOf } from '../std/log.ts';
import type { Mount } from '../std/mount.ts';

export interface OperatorsPort {
  readonly port: number;
  close(): Promise<void>;
}

/** What it answers with. */
export interface Answering {
  readonly health: Mount;
  /** The metrics in the text format of Prometheus. */
  readonly metrics: (() => Promise<string>) | undefined;
  readonly log: Log;
}

const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** `/metrics` and `/health` for operators and orchestrators, apart from the port that everybody reaches; only where a port for it is set. */
export function openOperatorsPort(
  at: Config['metrics'],
  { health, metrics, log }: Answering,
): Promise<OperatorsPort | undefined> {
  if (at === undefined || metrics === undefined) return Promise.resolve(undefined);
  const server = createServer(async (request, response) => {
    try {
      const path = request.url?.split('?')[0] ?? '/';
      if (path.startsWith(`${health.prefix}/`)) return await health.handle(request, response);
      if (path !== '/metrics') return void response.writeHead(404).end();
      const text = await metrics();
      response.writeHead(200, { 'Content-Type': metricsType, 'Cache-Control': 'no-store' }).end(text);
    } catch (error) {
      log.error({ error: stackOf(error) }, 'metrics not told');
      response.writeHead(503, { 'Retry-After': '5' }).end();
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address ? address.port : at.port,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}

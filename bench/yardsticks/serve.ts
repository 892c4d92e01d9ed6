import type { Server } from 'node:http';

/** Serves on a free port, tells its address as `startServer` of load.ts reads it, and ends at SIGTERM. */
export function serve(server: Server, path = '/', atEnd: () => void = () => {}): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    console.log(JSON.stringify({ url: `http://127.0.0.1:${port}${path}` }));
  });
  process.on('SIGTERM', () => {
    atEnd();
    process.exit(0);
  });
}

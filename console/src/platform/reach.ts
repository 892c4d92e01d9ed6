import { serverBack } from './connection.ts';
import { unreachable } from './problem.ts';

/** `fetch`, which tells a server that cannot be reached from other errors. */
export const reach = (request: Request | string, init?: RequestInit): Promise<Response> =>
  fetch(request, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    void serverBack();
    throw unreachable();
  });

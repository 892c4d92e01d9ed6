import type { Refused as RefusedByPlatform } from '../../client/src/node.ts';
import { plainName } from './arguments.ts';
import { isObject } from './body.ts';
import { exits, Failure } from './failure.ts';
import { typedName } from './operation-flags.ts';
import type { Operation } from './table.ts';

export interface Refused {
  readonly method: string;
  readonly address: string;
  readonly operation?: Operation;
}

const exitOf = (status: number): number => {
  if (status === 401) return exits.notSignedIn;
  if (status === 404) return exits.notFound;
  return status === 502 || status === 503 || status === 504 ? exits.unreachable : exits.rejected;
};

const noOperation = 'This server does not have this operation. Its version may differ: run twin refresh.';

/** What the server said against a request, in the words of the command. */
export async function refusalOf(answer: Response, { method, address, operation }: Refused): Promise<Failure> {
  const { status } = answer;
  const correlationId = answer.headers.get('X-Correlation-ID') ?? undefined;
  if (status >= 300 && status < 400) {
    await answer.body?.cancel();
    const sentence = `The server leads to ${answer.headers.get('Location')}. That was not followed.`;
    return new Failure(exits.rejected, sentence, { status, correlationId });
  }
  const text = await answer.text();
  const error = errorIn(text);
  const where = [
    `  ${method} ${address}`,
    ...(correlationId === undefined ? [] : [`  correlation id ${correlationId}`]),
  ];
  if (error === undefined) {
    const shown = text.slice(0, 200).replaceAll(/\s+/g, ' ').trim();
    return new Failure(exitOf(status), `The server answered ${status}: ${shown}`, {
      status,
      correlationId,
      lines: where,
    });
  }
  return told({ error, status, correlationId, where, operation });
}

interface Told {
  readonly error: Record<string, unknown>;
  readonly status: number;
  readonly correlationId: string | undefined;
  readonly where: readonly string[];
  readonly operation?: Operation | undefined;
}

function told({ error, status, correlationId, where, operation }: Told): Failure {
  const details = Array.isArray(error.details) ? error.details.filter(isObject) : [];
  const isUnknown = status === 404 && details.some(({ code }) => code === 'OperationNotFound');
  const lines = isUnknown
    ? []
    : details.map(({ code, message, target }) => `  ${targetOf(target, operation)}${message} (${code})`);
  const sentence = isUnknown ? noOperation : `${error.message} (${status} ${error.code})`;
  return new Failure(exitOf(status), sentence, { error, status, correlationId, lines: [...lines, ...where] });
}

/** The same of what the client package was refused. */
export function refusalFrom({ error, message, code, status, correlationId }: RefusedByPlatform): Failure {
  const members = { ...(isObject(error) ? error : {}), code, message };
  const where = correlationId === undefined ? [] : [`  correlation id ${correlationId}`];
  return told({ error: members, status, correlationId, where });
}

function errorIn(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) && isObject(body.error) ? body.error : undefined;
  } catch {
    return undefined;
  }
}

/** The flag that an error is about, where it is about one. */
function targetOf(target: unknown, operation: Operation | undefined): string {
  if (typeof target !== 'string' || target === '') return '';
  const flag = operation?.flags.find(({ name }) => plainName(name) === plainName(target));
  if (flag !== undefined && operation !== undefined) return `--${typedName(operation, flag)}: `;
  return `${target}: `;
}

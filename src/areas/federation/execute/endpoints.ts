import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { bytes, cached, type Endpoint, endpoint, reply } from '../../../api/http/endpoint.ts';
import { type Failed, fail, isFailed, problems } from '../../../api/http/problem.ts';
import { boolean, input, nullable, optional } from '../../../kernel/schema/shapes.ts';
import { type FoundPackage, onExecutable } from '../access.ts';
import { describeBody } from '../body-faults.ts';
import { isDetails } from '../data/open.ts';
import { joined } from '../data/page-file.ts';
import type { Federation } from '../deps.ts';
import { invalidData, packageNotFound, systemFailed, systemLate } from '../errors.ts';
import { packageInTwin } from '../params.ts';
import { variables } from '../schema/timer.ts';
import { executePackage } from './run.ts';

const execution = input({ returnAsXml: optional(nullable(boolean())), variables: optional(nullable(variables)) });
const mostRows = 10_000;
const mostBytes = 20_000_000;
const mostAtOnce = 4;

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n<data xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">';

/** Executions of packages, answered at once. */
export function executeEndpoints(of: Federation): readonly Endpoint[] {
  const underWay = new Map<string, number>();
  const describe = describeBody({});
  return [
    endpoint({
      id: 'federation.executePackage',
      method: 'POST',
      path: '/federation/twins/{twinId}/packages/{uniqueName}',
      title: 'Execute package',
      description:
        'Built-in packages take the variables entitySet, filter, select, orderby and top, with the values of the OData options. At most 10,000 rows.',
      access: onExecutable(of.book, problems.resourceNotFound, packageNotFound),
      params: packageInTwin,
      body: execution,
      bodyOptional: true,
      bodyTypes: [''],
      bodyExample: { variables: [{ name: 'entitySet', value: 'Elements' }] },
      invalid: invalidData,
      describe: (issue, where) => {
        const detail = describe(issue, where);
        return detail?.target?.startsWith('Variables') ? { ...detail, target: issue.target } : detail;
      },
      secret: true,
      answers: {
        200: cached(bytes(['application/json', 'application/xml'], '`data`: an item for each row.'), 'no-store'),
      },
      errors: [systemFailed, systemLate],
      async run({ target, body }, context) {
        const { id } = target.access.twin;
        const others = underWay.get(id) ?? 0;
        if (others >= mostAtOnce) return fail(problems.serviceUnavailable, { headers: { 'Retry-After': '5' } });
        underWay.set(id, others + 1);
        try {
          return await execute(target, body, context, of);
        } finally {
          const left = (underWay.get(id) ?? 1) - 1;
          if (left > 0) underWay.set(id, left);
          else underWay.delete(id);
        }
      },
    }),
  ];
}

async function execute(
  found: FoundPackage,
  { returnAsXml, variables: given }: Static<typeof execution>,
  { db, caller, disconnected, now }: Context,
  of: Federation,
) {
  const form = returnAsXml === true ? 'xml' : 'json';
  const bounds = { rows: mostRows, bytes: mostBytes, form } as const;
  const outcome = await executePackage(
    found,
    given ?? [],
    bounds,
    { db, userId: caller.userId, signal: disconnected },
    of,
  );
  of.log.info({
    twin: found.access.twin.id,
    package: found.resource.uniqueName,
    user: caller.userId,
    ms: of.now() - now,
    rows: 'rows' in outcome ? outcome.rows : null,
    outcome: outcomeOf(outcome),
  });
  if (isDetails(outcome)) return fail(invalidData, { details: outcome });
  if (isFailed(outcome)) return outcome;
  const { content } = outcome;
  if (form === 'xml')
    return reply(200, { stream: joined(xmlHead, content, '</data>\n'), type: 'application/xml; charset=utf-8' });
  return reply(200, { stream: joined('{"data":[', content, ']}'), type: 'application/json; charset=utf-8' });
}

const outcomeOf = (outcome: Failed | readonly unknown[] | object): string =>
  isFailed(outcome) ? outcome.problem.code : Array.isArray(outcome) ? 'refused' : 'executed';

import { type Located, onResource, permission, twinAccess } from '../../api/auth/access-rules.ts';
import type { AccessRule } from '../../api/http/endpoint.ts';
import { problems } from '../../api/http/problem.ts';
import type { Access } from '../../api/ports/access.ts';
import { configurationNotFound, jobNotFound, twinNotFound } from './errors.ts';
import { findConfiguration } from './store/configurations.ts';
import { findByPublicId } from './store/jobs.ts';
import type { ConfigurationRow, JobRow } from './tables.ts';
import type { Tool } from './tools.ts';

/** What every operation needs in the twin; it suffices for reading the quantities of models and files, too. */
export const calculate = permission('carbon_calculate');

/** The twin that the query names. */
export const onAskedTwin: AccessRule<unknown, Access> = {
  permit: calculate.permit,
  problems: [twinNotFound, problems.insufficientPermissions],
  changes: 'inTwin',
  byQuery: true,
  resolve: (_params, context) => twinAccess(context, String(context.query.twinId), twinNotFound, calculate),
};

/** A configuration of one tool; those of the other are not there. */
export const onConfiguration = (
  tool: Tool,
): AccessRule<{ readonly configurationId: string }, Located<ConfigurationRow>> =>
  onResource({
    find: (db, { configurationId }) => findConfiguration(db, tool, configurationId),
    twinOf: (row: ConfigurationRow) => row.twin_id,
    notFound: configurationNotFound,
    need: calculate,
  });

/** A job of one tool. */
export const onJob = (tool: Tool): AccessRule<{ readonly jobId: string }, Located<JobRow>> =>
  onResource({
    async find(db, { jobId }) {
      const row = await findByPublicId(db, jobId);
      return row?.tool === tool ? row : undefined;
    },
    twinOf: (row: JobRow) => row.twin_id,
    notFound: jobNotFound,
    need: calculate,
  });

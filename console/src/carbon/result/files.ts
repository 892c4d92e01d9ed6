import { queryOptions } from '@tanstack/react-query';
import { answerOf, platform } from '../../platform/client.ts';
import { problemOf } from '../../platform/problem.ts';
import { reach } from '../../platform/reach.ts';
import type { ResultSummary } from '../shapes.ts';
import type { ElementsFile, ResultFile } from './figures.ts';

const api = platform.carbonCalculation;
const prefix = '/insights/carbon-calculation';

/** The address of a file of a result; works for an hour. */
export const fileLink = (report: string, name: string): string => report.replace('/report.html?', `/${name}?`);

/** The address of the report of a calculation, or of the project at an external tool; empty while there is none. */
export const linkQuery = ({ id, tool }: Pick<ResultSummary, 'id' | 'tool'>) =>
  queryOptions({
    queryKey: ['carbon-link', tool, id],
    staleTime: 40 * 60_000,
    refetchInterval: 40 * 60_000,
    async queryFn() {
      const { job } = await answerOf(api.GET(`${prefix}/${tool}/jobs/{jobId}`, { params: { path: { jobId: id } } }));
      return linkIn(job);
    },
  });

/** The tools name it differently. */
function linkIn(job: object): string {
  const links: unknown = '_links' in job ? job._links : undefined;
  if (typeof links !== 'object' || links === null) return '';
  const link: unknown =
    'carbontool-a' in links
      ? links['carbontool-a']
      : 'carbontool-bProject' in links
        ? links['carbontool-bProject']
        : undefined;
  return typeof link === 'object' && link !== null && 'href' in link ? String(link.href) : '';
}

/** The signed link is that of the first answer: the files never change. */
export const resultFileQuery = (id: string, link: string) =>
  queryOptions({
    queryKey: ['carbon-result', id],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: link !== '',
    queryFn: (): Promise<ResultFile> => fileOf(fileLink(link, 'result.json')),
  });

export const elementsFileQuery = (id: string, link: string) =>
  queryOptions({
    queryKey: ['carbon-elements', id],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: link !== '',
    queryFn: (): Promise<ElementsFile> => fileOf(fileLink(link, 'elements.json')),
  });

async function fileOf<T>(url: string): Promise<T> {
  const response = await reach(url);
  if (!response.ok) throw problemOf(response, undefined);
  return response.json();
}

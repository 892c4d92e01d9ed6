import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { accountOf, type Found } from '../access.ts';
import type { Analytics } from '../analytics/analytics.ts';
import type { Component } from '../store/component.ts';
import { componentView, versionOf } from './view.ts';

/** A component; who looks at it is counted. */
export function readComponent({ library, resource }: Found<Component>, analytics: Analytics, context: Context) {
  const doing = { action: 'View', component: resource.row, project: library.project } as const;
  return {
    ...componentReply(200, resource, context),
    sent: () => analytics.note(doing, accountOf(library), context),
  };
}

export const componentReply = <const S extends number>(status: S, component: Component, { baseUrl }: Context) =>
  reply(status, { component: componentView(component, baseUrl) }, { version: versionOf(component) });

import { anyCaller } from '../../api/auth/access-rules.ts';
import type { Context } from '../../api/http/context.ts';
import type { AccessRule } from '../../api/http/endpoint.ts';
import { type Failed, fail, isFailed, type Problem } from '../../api/http/problem.ts';
import type { TwinFacts } from '../../api/ports/twins.ts';
import { invalidValue } from './body-rules.ts';
import { brandNotFound } from './errors.ts';
import { findBrand } from './store/brand.ts';
import { findComponentRow } from './store/component.ts';
import type { BrandRow, ComponentRow } from './tables.ts';

/** A brand and the library that it shows. */
export interface ShownBrand {
  readonly brand: BrandRow;
  readonly account: TwinFacts | undefined;
}

export interface ShownComponent extends ShownBrand {
  readonly component: ComponentRow;
}

export const onBrand: AccessRule<{ readonly brandId: string }, BrandRow> = {
  permit: anyCaller.permit,
  problems: [brandNotFound],
  changes: 'shared',
  resolve: async ({ brandId }, { db }) => (await findBrand(db, brandId)) ?? fail(brandNotFound),
};

const wrong = <C extends string>(problem: Problem<C>, target: string): Failed<C> =>
  fail(problem, { details: [invalidValue(target, `Provided ${target} value is not valid.`)] });

async function shownBrand(brandId: string, problem: Problem, { db, ports }: Context): Promise<ShownBrand | Failed> {
  const brand = await findBrand(db, brandId);
  if (brand === undefined) return wrong(problem, 'brandId');
  return { brand, account: await ports.twins.accountOf(db, brand.organization_id) };
}

/** What a brand shows; an unknown one is a value that is not valid. */
export const inBrand = (problem: Problem): AccessRule<{ readonly brandId: string }, ShownBrand> => ({
  permit: anyCaller.permit,
  problems: [problem],
  changes: 'shared',
  resolve: ({ brandId }, context) => shownBrand(brandId, problem, context),
});

type ComponentParams = { readonly brandId: string; readonly componentId: string };

/** A component that a brand shows. */
export const onBrandComponent = (problem: Problem): AccessRule<ComponentParams, ShownComponent> => ({
  permit: anyCaller.permit,
  problems: [problem],
  changes: 'shared',
  async resolve({ brandId, componentId }, context) {
    const shown = await shownBrand(brandId, problem, context);
    if (isFailed(shown)) return shown;
    const { account } = shown;
    const component = await findComponentRow(context.db, { account, project: brandId }, componentId);
    return component === undefined ? wrong(problem, 'componentId') : { ...shown, component };
  },
});

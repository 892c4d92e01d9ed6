import type { Module } from './modules.ts';
import type { Declaration, ModuleScenarios } from './types.ts';

/** The scenario that a person has chosen for a module. */
export interface Choice {
  readonly module: string;
  readonly scenario: string;
}

/** What a person must know of modules that wait for a choice; undefined where none does. */
export function openWarning(scenarios: readonly ModuleScenarios[]): string | undefined {
  const open = scenarios.filter(({ chosen }) => chosen === undefined);
  const modules = open.map(
    ({ module, choices }) => `${module} (${choices.map(({ scenario }) => scenario).join(', ')})`,
  );
  if (modules.length === 0) return undefined;
  return `${start} ${modules.join(', ')}: none is the default, and the module does not count until then.`;
}
const start = 'Choose a scenario for';

/** Whether a declaration has a module and a scenario of it to choose. */
export const isChoice = ({ scenarios = [] }: Declaration, { module, scenario }: Choice): boolean =>
  scenarios.some((one) => one.module === module && one.choices.some((choice) => choice.scenario === scenario));

/** The declaration with these choices and no others; what it does not have is left out. */
export function chosen(declaration: Declaration, choices: readonly Choice[]): Declaration {
  const { scenarios, warnings = [], gwp, ...rest } = declaration;
  if (scenarios === undefined) return declaration;
  const figures: Partial<Record<Module, number>> = { ...gwp };
  const decided = scenarios.map(({ module, choices: all }): ModuleScenarios => {
    const wanted = choices.find((one) => one.module === module)?.scenario;
    const found = all.find(({ scenario }) => scenario === wanted);
    delete figures[module];
    if (found === undefined) return { module, choices: all };
    figures[module] = found.gwp;
    return { module, choices: all, chosen: found.scenario };
  });
  const open = openWarning(decided);
  const told = [...warnings.filter((one) => !one.startsWith(start)), ...(open === undefined ? [] : [open])];
  return { ...rest, gwp: figures, scenarios: decided, ...(told.length === 0 ? {} : { warnings: told }) };
}

export const choicesOf = ({ scenarios = [] }: Declaration): readonly Choice[] =>
  scenarios.flatMap(({ module, chosen: scenario }) => (scenario === undefined ? [] : [{ module, scenario }]));

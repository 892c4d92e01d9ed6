import { Select, Stack, Text, Title } from '@mantine/core';
import { useChange } from '../../ui/change.tsx';
import { chooseScenarios, type ScenarioChoice } from '../actions.ts';
import { carbonOf, epdQuery } from '../queries.ts';
import type { Epd } from '../shapes.ts';
import { kg } from '../text.ts';

/** The scenarios of a declaration: one counts for each module, once a person has chosen it. */
export function ScenarioChoices({
  twinId,
  epd: { id, scenarios = [] },
}: {
  readonly twinId: string;
  readonly epd: Epd;
}) {
  const change = useChange({
    run: (choices: readonly ScenarioChoice[]) => chooseScenarios(id, choices),
    stale: [epdQuery(id).queryKey, carbonOf(twinId)],
  });
  if (scenarios.length === 0) return null;
  const choose = (module: ScenarioChoice['module'], scenario: string | null) =>
    change.mutate(
      scenarios.flatMap((one) => {
        const chosen = one.module === module ? scenario : one.chosen;
        return chosen ? [{ module: one.module, scenario: chosen }] : [];
      }),
    );
  return (
    <Stack gap="xs">
      <Title order={3} size="sm">
        Scenarios
      </Title>
      <Text size="sm" c="dimmed">
        The declaration has several scenarios for these modules, and no default. A module counts once you choose one.
        The choice is kept when the declaration is imported again.
      </Text>
      {scenarios.map(({ module, choices, chosen }) => (
        <Select
          key={module}
          label={`Scenario of ${module}`}
          placeholder="Does not count"
          clearable
          disabled={change.isPending}
          value={chosen ?? null}
          data={choices.map(({ scenario, gwp }) => ({ value: scenario, label: `${scenario}: ${kg(gwp)}` }))}
          onChange={(scenario) => choose(module, scenario)}
        />
      ))}
    </Stack>
  );
}

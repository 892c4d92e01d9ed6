import { Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { Empty } from '../../ui/empty.tsx';
import { plural } from '../../ui/format.ts';
import stageClasses from '../../ui/stage/stage.module.css';
import { figure, reasonText, unitText } from '../text.ts';
import type { ElementsFile, NotCalculated } from './figures.ts';
import { restText } from './rest-text.ts';

interface RestProps {
  readonly notCalculated: readonly NotCalculated[];
  /** Of the elements of a model, which are in its colours. */
  readonly figures: ElementsFile | undefined;
}

/** What could not be calculated, and why: nothing of it is guessed. */
export const RestPanel = ({ notCalculated, figures }: RestProps) =>
  notCalculated.length === 0 ? (
    <Empty icon={IconChecks} title="Everything was calculated" text="Each row has a quantity and a declaration." />
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={`${stageClasses.scroll} ${stageClasses.pad}`} tabIndex={0} aria-label="Not calculated">
      <Text size="xs" c="dimmed" mb="xs">
        {restText(notCalculated, figures)}
      </Text>
      <dl className={stageClasses.values}>
        {notCalculated.slice(0, most).map((one) => (
          <div key={JSON.stringify([one.label, one.material, one.reason, one.unit])}>
            <dt>{one.material ?? 'Without a name'}</dt>
            <dd>
              {reasonText[one.reason] ?? one.reason}
              {one.because ? `: ${one.because}` : ''}
              <Text size="xs" c="dimmed">
                {[
                  plural(one.rows, 'row'),
                  one.quantity === null ? '' : `${figure(one.quantity)} ${unitText(one.unit ?? '')}`,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </Text>
            </dd>
          </div>
        ))}
      </dl>
      {notCalculated.length > most && (
        <Text size="xs" c="dimmed" mt="xs">
          And {notCalculated.length - most} more, which are in the report.
        </Text>
      )}
    </section>
  );

const most = 300;

import { ActionIcon, Button, Stack, TagsInput, Text, TextInput, Title } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { NumberField } from '../../ui/number/number-field.tsx';
import { symbolName } from '../../ui/tags.ts';
import { faultOf, matches } from './patterns.ts';
import type { TagRule } from './queries.ts';
import classes from './symbols.module.css';
import type { Draft } from './use-draft.ts';

const most = 50;
const monospace = { input: { fontFamily: 'monospace' } } as const;

interface Props {
  readonly draft: Draft;
  readonly mayChange: boolean;
}

/** How tags and line numbers are spelled, and how sure a shape must be. */
export function TagsTab({ draft, mayChange }: Props) {
  const { tags, linePattern, minConfidence } = draft.content;
  const [text, setText] = useState('');
  return (
    <Stack gap="md" maw={900}>
      <Rules {...{ draft, mayChange }} />
      <TextInput
        label="What line numbers begin with"
        styles={monospace}
        maxLength={200}
        readOnly={!mayChange}
        value={linePattern}
        error={faultOf(linePattern)}
        onChange={(event) => draft.change({ linePattern: event.currentTarget.value })}
      />
      <TextInput
        label="Try a text"
        description="Type a tag or a line number as it stands on a drawing."
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text && (
        <Text size="sm" role="status">
          {verdict(text, tags, linePattern)}
        </Text>
      )}
      <NumberField
        label="Least likeness"
        description="What is less alike than this, in percent, is no symbol."
        maw={260}
        min={0}
        max={100}
        unit="%"
        required
        withAsterisk={false}
        readOnly={!mayChange}
        value={Number((minConfidence * 100).toPrecision(9))}
        onChange={(value) => value !== '' && draft.change({ minConfidence: value / 100 })}
      />
    </Stack>
  );
}

function Rules({ draft, mayChange }: Props) {
  const { tags, symbols } = draft.content;
  const inSet = [...new Set(symbols.map((one) => one.modelClass))].sort();
  const put = (n: number, rule: TagRule) => draft.change({ tags: tags.map((one, at) => (at === n ? rule : one)) });
  return (
    <div>
      <Title order={2} size="sm">
        Patterns of tags
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        Regular expressions for a whole text. A pattern without classes holds for every symbol.
      </Text>
      <ul className={classes.rules} aria-label="Patterns of tags">
        {tags.map((rule, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is what stands at its place
          <li key={n}>
            <TextInput
              aria-label={`Pattern ${n + 1}`}
              styles={monospace}
              maxLength={200}
              readOnly={!mayChange}
              value={rule.pattern}
              error={faultOf(rule.pattern)}
              onChange={(event) => put(n, { ...rule, pattern: event.currentTarget.value })}
            />
            <TagsInput
              aria-label={`Classes of pattern ${n + 1}`}
              placeholder={rule.classes.length === 0 ? 'Every class' : ''}
              readOnly={!mayChange}
              data={inSet}
              value={rule.classes}
              onChange={(value) =>
                put(n, { ...rule, classes: value.map((one) => one.toUpperCase().replaceAll(/[\s-]/g, '_')) })
              }
            />
            {mayChange && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Take pattern ${n + 1} out`}
                disabled={tags.length === 1}
                onClick={() => draft.change({ tags: tags.filter((_, at) => at !== n) })}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {mayChange && tags.length < most && (
        <Button
          mt="xs"
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => draft.change({ tags: [...tags, { pattern: '^[A-Z]+-\\d+$', classes: [] }] })}
        >
          Add a pattern
        </Button>
      )}
    </div>
  );
}

function verdict(text: string, tags: readonly TagRule[], linePattern: string): string {
  const rules = tags.filter(({ pattern }) => matches(pattern, text, true));
  const all = rules.some((rule) => rule.classes.length === 0);
  const named = [...new Set(rules.flatMap((rule) => rule.classes))].map(symbolName).join(', ');
  const line = matches(linePattern, text, false) ? 'It is a line number.' : '';
  const tag = rules.length > 0 ? `It is a tag of ${all ? 'every symbol' : named}.` : '';
  return [tag, line].filter(Boolean).join(' ') || 'It is neither a tag nor a line number.';
}

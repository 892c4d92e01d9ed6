import { Alert, Button, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconEyeOff, IconPlus, IconStack2 } from '@tabler/icons-react';
import { useChange } from '../ui/change.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { FormFoot } from '../ui/form-foot.tsx';
import viewer from '../ui/stage/stage.module.css';
import type { SceneContent } from './content.ts';
import { ModelChoice } from './model-choice.tsx';
import { ModelRow } from './model-row.tsx';
import { addContents, type Chosen, type Scene } from './queries.ts';
import { RealityChoice } from './reality-choice.tsx';
import { RealityRow } from './reality-row.tsx';
import classes from './scenes.module.css';
import type { SceneSpace } from './use-scene-space.ts';

interface PanelProps {
  readonly content: SceneContent;
  readonly space: SceneSpace;
  readonly mayWrite: boolean;
}

/** The models and the reality data of a scene: to switch on and off, to add and to remove. */
export function ModelsPanel({ content, space, mayWrite }: PanelProps) {
  const { scene, parts, realities, frame, isPartial } = content;
  const last = Math.max(0, ...[...parts, ...realities].map(({ object }) => object.order ?? 0));
  const [adding, { open, close }] = useDisclosure(false);
  return (
    <div className={`${viewer.scroll} ${viewer.pad}`}>
      {isPartial && (
        <Alert variant="light" color="gray" icon={<IconEyeOff size={18} />} mb="xs">
          This scene holds more than you may see: what you have no access to is left out.
        </Alert>
      )}
      {parts.length + realities.length === 0 ? (
        <Empty
          icon={IconStack2}
          title="Nothing in this scene"
          text={
            mayWrite
              ? 'Add the models and the reality data that should be seen together.'
              : 'Or nothing that you may see.'
          }
        />
      ) : (
        <ul className={classes.list}>
          {parts.map((part) => (
            <ModelRow key={part.object.id} {...{ scene, part, space, mayWrite }} onEarth={frame !== undefined} />
          ))}
          {realities.map((part) => (
            <RealityRow key={part.object.id} {...{ scene, part, space, mayWrite }} onEarth={frame !== undefined} />
          ))}
        </ul>
      )}
      {mayWrite ? (
        <Button fullWidth size="xs" mt="sm" variant="light" leftSection={<IconPlus size={16} />} onClick={open}>
          Add
        </Button>
      ) : (
        <Text size="xs" c="dimmed" mt="sm">
          What you switch on or off here is for you only.
        </Text>
      )}
      {adding && <AddContents scene={scene} last={last} onClose={close} />}
    </div>
  );
}

function AddContents(props: { readonly scene: Scene; readonly last: number; readonly onClose: () => void }) {
  const { scene, last, onClose } = props;
  const form = useForm<Chosen>({
    initialValues: { models: [], realities: [] },
    validate: {
      models: (models, { realities }) => (models.length + realities.length > 0 ? null : 'Choose at least one.'),
    },
  });
  const change = useChange({
    run: (chosen: Chosen) => addContents(scene, chosen, last),
    stale: [
      ['scene', scene.id],
      ['scenes', scene.twinId],
    ],
    done: onClose,
    quiet: true,
  });
  return (
    <Dialog onClose={onClose} title="Add to the scene">
      <form onSubmit={form.onSubmit((chosen) => change.mutate(chosen))}>
        <ModelChoice twinId={scene.twinId} {...form.getInputProps('models')} />
        <div style={{ height: 'var(--mantine-spacing-sm)' }} />
        <RealityChoice twinId={scene.twinId} {...form.getInputProps('realities')} />
        <div style={{ height: 'var(--mantine-spacing-md)' }} />
        <FormFoot change={change} verb="Add" onCancel={onClose} />
      </form>
    </Dialog>
  );
}

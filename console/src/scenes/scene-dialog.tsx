import { Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useChange } from '../ui/change.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { fieldErrors } from '../ui/field-errors.ts';
import { FormFoot } from '../ui/form-foot.tsx';
import { ModelChoice } from './model-choice.tsx';
import {
  type ChosenModel,
  type ChosenReality,
  createScene,
  describeScene,
  type Scene,
  type SceneText,
} from './queries.ts';
import { RealityChoice } from './reality-choice.tsx';

interface Fields extends SceneText {
  readonly models: ChosenModel[];
  readonly realities: ChosenReality[];
}

interface SceneDialogProps {
  readonly twinId: string;
  /** The one to describe; absent: a new one is made. */
  readonly scene?: Scene;
  readonly onMade?: (scene: Scene) => void;
  readonly onClose: () => void;
}

/** Makes a scene, or names and describes one. */
export function SceneDialog({ twinId, scene, onMade, onClose }: SceneDialogProps) {
  const form = useForm<Fields>({
    initialValues: {
      displayName: scene?.displayName ?? '',
      description: scene?.description ?? '',
      models: [],
      realities: [],
    },
    validate: {
      displayName: (name) => (name.trim() ? null : 'Give it a name.'),
      models: (models, { realities }) =>
        scene || models.length + realities.length > 0 ? null : 'Choose at least one.',
    },
  });
  const change = useChange({
    run: async ({ models, realities, ...given }: Fields) => {
      const text = { displayName: given.displayName.trim(), description: given.description.trim() };
      return scene ? void (await describeScene(scene, text)) : createScene(twinId, text, { models, realities });
    },
    stale: [['scenes', twinId], ...(scene ? [['scene', scene.id]] : [])],
    done: (made) => {
      onClose();
      if (made) onMade?.(made);
    },
    quiet: true,
  });
  const submit = form.onSubmit((fields) =>
    change.mutate(fields, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <Dialog onClose={onClose} title={scene ? `Edit ${scene.displayName}` : 'New scene'}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput label="Name" required maxLength={255} data-autofocus {...form.getInputProps('displayName')} />
          <Textarea label="Description" autosize minRows={2} maxLength={2000} {...form.getInputProps('description')} />
          {!scene && <ModelChoice twinId={twinId} {...form.getInputProps('models')} />}
          {!scene && <RealityChoice twinId={twinId} {...form.getInputProps('realities')} />}
          <FormFoot change={change} verb={scene ? 'Save' : 'Create'} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../ui/change.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormFoot } from '../ui/form-foot.tsx';
import { isNumber, PackageFields, type VersionFields } from './package-fields.tsx';
import { type Detector, type DetectorType, typeWords } from './queries.ts';
import { sendDetector, sendVersion } from './send.ts';

const types = Object.entries(typeWords).map(([value, { finds }]) => ({ value, label: finds }));
const isType = (text: string | null): text is DetectorType => text !== null && text in typeWords;

/** "Cracks in concrete" → "cracks-in-concrete": the name in addresses and for programs. */
const nameOf = (title: string): string =>
  title
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);

const isReady = ({ number, labels, packed }: VersionFields): boolean =>
  isNumber(number) && labels.length > 0 && packed !== undefined;

/** Asks for a new detector with its first version. */
export function DetectorDialog(props: { readonly onMade: (name: string) => void; readonly onClose: () => void }) {
  const { onMade, onClose } = props;
  const [title, setTitle] = useState('');
  const [type, setType] = useState<DetectorType>('PhotoObjectDetector');
  const [description, setDescription] = useState('');
  const [version, setVersion] = useState<VersionFields>({ number: '1.0', labels: [], exports: ['Objects'] });
  const [share, setShare] = useState<number>();
  const name = nameOf(title);
  const change = useChange({
    async run() {
      if (!version.packed) throw new Error('Choose the package first.');
      const detector = { name, type, displayName: title, description };
      const first = { ...version, number: version.number.trim() };
      return sendDetector(detector, first, version.packed.content, setShare).finally(() => setShare(undefined));
    },
    stale: [['detectors']],
    done: onMade,
    quiet: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Dialog onClose={onClose} title="Add a detector" size="lg" closeOnClickOutside={!change.isPending}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={128}
            value={title}
            error={title && name.length < 3 ? 'Three letters or more.' : null}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Select
            label="What does it find?"
            description={typeWords[type].about}
            allowDeselect={false}
            data={types}
            value={type}
            onChange={(chosen) => isType(chosen) && setType(chosen)}
          />
          <PackageFields type={type} fields={version} onChange={setVersion} share={share} />
          <Textarea
            label="Description"
            maxLength={1024}
            autosize
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <FormFoot change={change} verb="Add" disabled={name.length < 3 || !isReady(version)} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Asks for the next version. */
export function VersionDialog({ detector, onClose }: { readonly detector: Detector; readonly onClose: () => void }) {
  const [newest] = detector.versions;
  const [version, setVersion] = useState<VersionFields>({
    number: nextOf(newest?.versionNumber),
    labels: newest?.capabilities.labels ?? [],
    exports: newest?.capabilities.exports ?? ['Objects'],
  });
  const [share, setShare] = useState<number>();
  const change = useChange({
    async run() {
      if (!version.packed) throw new Error('Choose the package first.');
      const asked = { ...version, name: detector.name, number: version.number.trim() };
      await sendVersion(asked, version.packed.content, setShare).finally(() => setShare(undefined));
    },
    stale: [['detectors']],
    done: onClose,
    quiet: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Dialog onClose={onClose} title="New version" size="lg" closeOnClickOutside={!change.isPending}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <PackageFields type={detector.type} fields={version} onChange={setVersion} share={share} />
          <FormFoot change={change} verb="Add" disabled={!isReady(version)} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** "1.4" → "1.5" */
function nextOf(number = '0.9'): string {
  const [major = 0, minor = 0] = number.split('.').map(Number);
  return number === '0.9' ? '1.0' : `${major}.${minor + 1}`;
}

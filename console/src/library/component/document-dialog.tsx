import { FileInput, Progress, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { endingOf } from '../../platform/file-name.ts';
import { useChange } from '../../ui/change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import type { Purpose } from '../actions.ts';
import { stemOf } from '../intake/bundle.ts';
import { type LibraryDocument, type Parent, shownComponents } from '../queries.ts';
import { purposeName, purposesOf } from './purposes.ts';
import { fillDocument, sendDocument } from './send-document.ts';

interface DialogProps {
  readonly parent: Parent;
  readonly documents: readonly LibraryDocument[];
  /** The design whose next version it is. */
  readonly next?: LibraryDocument;
  /** The document whose file is sent. */
  readonly fill?: LibraryDocument;
  readonly onClose: () => void;
}

const pictures = ['png', 'jpg', 'jpeg'];
const designs = ['rfa', 'dgn', 'cel', 'ifc', 'ifczip', 'glb', 'gltf', 'obj', 'dwg', 'dxf', 'skp', 'stp', 'step', 'rvt'];

/** What a file is probably for. */
function guess(name: string, { kind }: Parent, documents: readonly LibraryDocument[]): Purpose {
  const ending = endingOf(name);
  if (kind === 'component' && designs.includes(ending)) return 'Design';
  if (!pictures.includes(ending)) return 'Reference';
  const hasPicture = documents.some(({ purpose }) => purpose === 'Thumbnail');
  if (!hasPicture) return 'Thumbnail';
  return kind === 'component' ? 'GalleryImage' : 'Reference';
}

/** Asks for a file, and makes a document of it: a new one, the next version of one, or that of one that waits for it. */
export function DocumentDialog({ parent, documents, next, fill, onClose }: DialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [said, setSaid] = useState<Said>({
    purpose: next ? 'Design' : 'Reference',
    name: next?.displayName ?? '',
    designId: null,
  });
  const [percent, setPercent] = useState(0);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const change = useChange({
    async run(chosen: File) {
      stop.current = new AbortController();
      const sending = { file: chosen, onProgress: setPercent, signal: stop.current.signal };
      if (fill) return fillDocument(parent, fill, sending);
      const { name, purpose, designId } = said;
      const extension = endingOf(chosen.name) || 'bin';
      const related = {
        ...(next && { previousVersionId: next.id }),
        ...(designId && { associatedDesignDocument: designId }),
      };
      return sendDocument(parent, { displayName: name.trim(), extension, purpose, ...related }, sending);
    },
    stale: [['library', parent.kind, parent.id], ...shownComponents],
    quiet: true,
    says: () => 'The document is there.',
    done: onClose,
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    if (chosen === null || fill) return;
    const purpose = next ? said.purpose : guess(chosen.name, parent, documents);
    setSaid({ ...said, purpose, name: said.name || stemOf(chosen.name) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file) change.mutate(file);
  };
  return (
    <Dialog onClose={onClose} title={titleOf({ next, fill })}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <FileInput
            label="File"
            placeholder="Choose a file"
            data-autofocus
            required
            leftSection={<IconPaperclip size={16} />}
            value={file}
            onChange={choose}
            {...(fill && { accept: `.${fill.extension}` })}
          />
          {!fill && (
            <Description
              parent={parent}
              isNext={next !== undefined}
              designs={documents.filter((one) => one.purpose === 'Design' && one.isActive)}
              said={said}
              say={(what) => setSaid({ ...said, ...what })}
            />
          )}
          {next && (
            <Text size="sm" c="dimmed">
              Version {next.version} stays, and is marked as replaced.
            </Text>
          )}
          {change.isPending && <Progress value={percent} aria-label="Upload" />}
          <FormFoot
            change={change}
            verb="Upload"
            disabled={file === null || (!fill && !said.name.trim())}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

function titleOf({ next, fill }: Pick<DialogProps, 'next' | 'fill'>): string {
  if (fill) return `File of ${fill.displayName}.${fill.extension}`;
  return next ? `New version of ${next.displayName}` : 'Add a document';
}

/** What is said of a new document. */
interface Said {
  readonly name: string;
  readonly purpose: Purpose;
  readonly designId: string | null;
}

function Description(props: {
  readonly parent: Parent;
  readonly isNext: boolean;
  /** Those in use. */
  readonly designs: readonly LibraryDocument[];
  readonly said: Said;
  readonly say: (what: Partial<Said>) => void;
}) {
  const { parent, designs, said, say } = props;
  const { name, purpose, designId } = said;
  const needsDesign = purpose === 'TypeCatalog';
  return (
    <>
      <TextInput
        label="Name"
        required
        maxLength={250}
        value={name}
        onChange={(event) => say({ name: event.currentTarget.value })}
      />
      {!props.isNext && (
        <Select
          label="Purpose"
          allowDeselect={false}
          value={purpose}
          onChange={(value) => say({ purpose: purposesOf(parent.kind).find((one) => one === value) ?? 'Reference' })}
          data={purposesOf(parent.kind).map((value) => ({ value, label: purposeName(value) }))}
        />
      )}
      {purpose !== 'Design' && purpose !== 'Reference' && designs.length > 0 && (
        <Select
          label="Belongs to the design file"
          clearable={!needsDesign}
          required={needsDesign}
          value={designId}
          onChange={(value) => say({ designId: value })}
          data={designs.map((one) => ({ value: one.id, label: `${one.displayName}.${one.extension}` }))}
        />
      )}
    </>
  );
}

import { Button, FileButton, Group, Select, Slider, Text, Title } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { bytesOfBase64 } from '../platform/base64.ts';
import { useChange } from '../ui/change.tsx';
import { count, plural } from '../ui/format.ts';
import { labelColour } from '../ui/picture/label-colours.ts';
import { type Mark, markAt, paintMarks } from '../ui/picture/marks.ts';
import { labelsIn, maskOf } from '../ui/picture/mask.ts';
import { type PictureFile, pictureOf } from '../ui/picture/picture-file.ts';
import { picturedMask } from '../ui/picture/pictured-mask.ts';
import { useObjectUrl } from '../ui/picture/use-object-url.ts';
import type { Picture } from '../ui/picture/use-picture.ts';
import { toWindow } from '../ui/picture/view.ts';
import { ZoomPicture } from '../ui/picture/zoom-picture.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { DropArea } from '../ui/upload/drop-area.tsx';
import classes from './detectors.module.css';
import { type Detector, type Trial, tryVersion, type Version } from './queries.ts';

interface Tried {
  readonly picture: PictureFile;
  readonly trial: Trial;
}

const accepted = ['image/jpeg', 'image/png'];

/** What a version finds on a picture of one's own; the picture is kept nowhere. */
export function TrialPanel(props: { readonly detector: Detector; readonly versions: readonly Version[] }) {
  const { detector, versions } = props;
  const [number, setNumber] = useState(versions[0]?.versionNumber ?? '');
  const [file, setFile] = useState<File>();
  const change = useChange({
    async run({ of, by }: { readonly of: File; readonly by: string }): Promise<Tried> {
      if (!accepted.includes(of.type)) throw new Error('Choose a picture: JPEG or PNG.');
      const picture = await pictureOf(of);
      return { picture, trial: await tryVersion(detector.name, by, of) };
    },
    quiet: true,
  });
  const run = (of: File | undefined, by: string) => {
    setFile(of);
    if (of) change.mutate({ of, by });
  };
  return (
    <section aria-labelledby="trial">
      <Title order={2} size="md" id="trial" mt="lg">
        Try it
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        It looks at one picture, JPEG or PNG, and shows what it finds. The picture is kept nowhere.
      </Text>
      <Group gap="sm" align="flex-end" mb="sm">
        {versions.length > 1 && (
          <Select
            w={110}
            label="Version"
            allowDeselect={false}
            data={versions.map(({ versionNumber }) => versionNumber)}
            value={number}
            onChange={(chosen) => {
              if (!chosen) return;
              setNumber(chosen);
              run(file, chosen);
            }}
          />
        )}
        <DropArea says="Drop to try it on this" onFiles={([first]) => run(first, number)}>
          <FileButton accept={accepted.join(',')} onChange={(chosen) => chosen && run(chosen, number)}>
            {(button) => (
              <Button {...button} leftSection={<IconPhoto size={16} />} loading={change.isPending}>
                {change.data ? 'Another picture' : 'Choose a picture'}
              </Button>
            )}
          </FileButton>
        </DropArea>
      </Group>
      {change.isPending && (
        <Text size="sm" role="status">
          It looks at the picture …
        </Text>
      )}
      {change.error ? <ProblemNote error={change.error} /> : null}
      {change.data && !change.isPending && <Shown {...change.data} />}
    </section>
  );
}

function Shown({ picture: { content, width, height }, trial }: Tried) {
  const url = useObjectUrl(content);
  const picture = useRef<Picture>(null);
  const [least, setLeast] = useState(0);
  const [chosen, choose] = useState<string>();
  const names = useMemo(() => new Map(trial.labels.map(({ id, name }) => [id, name])), [trial]);
  const marks = useMemo(() => marksOf(trial, names, width, height), [trial, names, width, height]);
  const shown = marks.filter(({ sure }) => sure >= least);
  const mask = useMemo(() => trial.mask && maskOf(bytesOfBase64(trial.mask)), [trial]);
  const drawn = useMemo(() => mask && picturedMask(mask, () => true), [mask]);
  const found = mask
    ? labelsIn(mask).map(([id, pixels]) => `${names.get(id) ?? id}: ${share(pixels, width * height)} of the picture`)
    : [...Map.groupBy(shown, ({ label }) => label)].map(([label, all]) => `${label}: ${count(all.length)}`);
  return (
    <>
      {!mask && marks.length > 0 && (
        <Group gap="sm" mb="sm" wrap="nowrap" maw={420}>
          <Text size="sm" id="least-sure">
            At least sure
          </Text>
          <Slider
            flex={1}
            min={0}
            max={1}
            step={0.01}
            label={(value) => `${Math.round(100 * value)} %`}
            aria-labelledby="least-sure"
            thumbLabel="At least sure"
            value={least}
            onChange={setLeast}
          />
          <Text size="sm" w={44} ta="right">
            {Math.round(100 * least)} %
          </Text>
        </Group>
      )}
      <div className={classes.trial}>
        {url && (
          <ZoomPicture
            {...{ url, picture, size: { width, height } }}
            label="The picture with what was found on it. The list below says the same."
            onClick={(at) => {
              const view = picture.current?.view.current;
              if (view) choose(markAt(shown, view, at)?.id);
            }}
            paint={() => (context, view, room) => {
              context.clearRect(0, 0, room.width, room.height);
              const [x, y] = toWindow(view, [0, 0]);
              if (drawn) context.drawImage(drawn, x, y, width * view.scale, height * view.scale);
              paintMarks(context, view, room, shown, chosen);
            }}
          />
        )}
      </div>
      <Text size="sm" mt="xs" role="status">
        {found.length === 0
          ? 'It finds nothing on this picture.'
          : mask
            ? 'It finds:'
            : `It finds ${plural(shown.length, 'thing')}:`}
      </Text>
      <ul className={classes.found} aria-label="What it finds on the picture">
        {found.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

function marksOf({ objects }: Trial, names: ReadonlyMap<number, string>, width: number, height: number) {
  return objects.map(({ labelId, confidence, box }, n): Mark & { readonly label: string; readonly sure: number } => {
    const label = names.get(labelId) ?? String(labelId);
    return {
      id: String(n),
      label,
      sure: confidence,
      colour: labelColour(labelId),
      text: `${label} ${Math.round(100 * confidence)} %`,
      box: {
        left: box.xmin * width,
        top: box.ymin * height,
        width: (box.xmax - box.xmin) * width,
        height: (box.ymax - box.ymin) * height,
      },
    };
  });
}

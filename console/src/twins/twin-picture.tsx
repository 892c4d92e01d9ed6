import { AspectRatio, Button, FileButton, Group, Image } from '@mantine/core';
import { useChange } from '../ui/change.tsx';
import { putImage, removeImage } from './image.ts';
import { shownTwins, type Twin } from './queries.ts';

/** The picture of a twin, and its change. */
export function TwinPicture({ twin, mayChange }: { readonly twin: Twin; readonly mayChange: boolean }) {
  const put = useChange({
    run: (file: File) => putImage(twin.id, file),
    stale: shownTwins,
    says: () => 'The picture is saved.',
  });
  const remove = useChange({
    run: () => removeImage(twin.id),
    stale: shownTwins,
    says: () => 'The picture is removed.',
  });
  if (!twin.image && !mayChange) return null;
  return (
    <>
      {twin.image && (
        <AspectRatio ratio={16 / 9} mb="sm">
          <Image src={twin.image} alt={`Picture of ${twin.displayName}`} radius="sm" fit="cover" />
        </AspectRatio>
      )}
      {mayChange && (
        <Group gap="xs" mb="sm">
          <FileButton accept="image/png,image/jpeg" onChange={(file) => file && put.mutate(file)}>
            {(props) => (
              <Button {...props} size="xs" variant="default" loading={put.isPending}>
                {twin.image ? 'Change picture' : 'Add a picture'}
              </Button>
            )}
          </FileButton>
          {twin.image && (
            <Button size="xs" variant="subtle" color="gray" loading={remove.isPending} onClick={() => remove.mutate()}>
              Remove
            </Button>
          )}
        </Group>
      )}
    </>
  );
}

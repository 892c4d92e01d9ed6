import { IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { smallQuery } from '../../ui/photos/photo-facts.ts';
import type { PhotoSet } from '../../ui/photos/photo-set.ts';
import type { ContentFile } from '../../ui/stage/reality/contents.ts';
import { useSeen } from '../../ui/use-seen.ts';
import classes from '../capture.module.css';

/** A small picture of a photo, read when it comes into view. */
export function SmallPhoto({
  set,
  photo,
}: {
  readonly set: Pick<PhotoSet, 'id' | 'link'>;
  readonly photo: ContentFile;
}) {
  const { ref, seen } = useSeen<HTMLDivElement>();
  const { data } = useQuery({ ...smallQuery(set, photo), enabled: seen });
  return (
    <div ref={ref} className={classes.small} aria-hidden>
      {data ? <img src={data} alt="" draggable={false} /> : <IconPhoto size={24} stroke={1.2} />}
    </div>
  );
}

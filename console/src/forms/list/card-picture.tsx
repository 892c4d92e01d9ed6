import { IconForms } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formThumbnailQuery } from '../../ui/forms/attachments.ts';
import { useObjectUrl } from '../../ui/picture/use-object-url.ts';
import { useSeen } from '../../ui/use-seen.ts';
import classes from './cards.module.css';

/** The first photo of a form, small, read when its card comes into view; a sign where there is none. */
export function CardPicture({ formId }: { readonly formId: string }) {
  const { ref, seen } = useSeen<HTMLSpanElement>();
  const url = useObjectUrl(useQuery({ ...formThumbnailQuery(formId), enabled: seen }).data);
  return (
    <span ref={ref} className={classes.picture}>
      {url ? <img src={url} alt="" /> : <IconForms size={24} stroke={1.2} />}
    </span>
  );
}

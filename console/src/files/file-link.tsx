import { shownName } from '../platform/file-name.ts';
import type { Item } from '../platform/files.ts';
import { TextLink } from '../ui/links.tsx';
import classes from './files.module.css';
import { useModelOf } from './open-model.tsx';

interface Props {
  readonly twinId: string;
  readonly item: Item;
  /** Whether the list stays behind the drawer of the file. */
  readonly isList?: boolean;
}

/** The name of a file or folder, which opens it: a model in 3D, any other file in its drawer. */
export function FileLink({ twinId, item, isList }: Props) {
  const model = useModelOf(twinId, item);
  const name = shownName(item.displayName);
  if (model?.state === 'Ready' && item.type === 'file') {
    return (
      <TextLink
        to="/twins/$twinId/models/$modelId"
        params={{ twinId, modelId: model.id }}
        className={classes.link}
        fz="sm"
      >
        {name}
      </TextLink>
    );
  }
  const ofFile = isList ? (before: object) => ({ ...before, file: item.id }) : { file: item.id };
  return (
    <TextLink
      to="/twins/$twinId/files"
      params={{ twinId }}
      search={item.type === 'folder' ? { folder: item.id } : ofFile}
      className={classes.link}
      fz="sm"
    >
      {name}
    </TextLink>
  );
}

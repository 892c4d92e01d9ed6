import { IconCube } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import classes from '../ui/card-list.module.css';
import { newestViewsQuery, thumbnailQuery } from '../ui/stage/views/queries.ts';
import own from './models.module.css';
import type { Model } from './queries.ts';

/** What a model looks like: the picture of its newest shared view, until there is one a cube. */
export function ModelSign({ model: { id, twinId } }: { readonly model: Model }) {
  const view = useQuery(newestViewsQuery(twinId)).data?.get(id);
  const picture = useQuery({ ...thumbnailQuery(view ?? noView), enabled: view !== undefined }).data;
  if (picture === undefined) return <IconCube size={22} stroke={1.5} className={classes.cube} aria-hidden />;
  return <img className={own.picture} src={picture} alt="" />;
}

const noView = { id: '', lastModified: '' };

import { Badge, Card, Group, Text } from '@mantine/core';
import { IconCube } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../ui/links.tsx';
import classes from '../library.module.css';
import { Picture } from '../picture.tsx';
import { type Component, type Project, type Thumbnail, thumbnailsQuery } from '../queries.ts';
import { StateBadge } from '../state-badge.tsx';

/** Components with their pictures. */
export function ComponentGrid(props: { readonly components: readonly Component[]; readonly projectId: Project }) {
  const { components, projectId } = props;
  const ids = components.map(({ id }) => id);
  const pictures = useQuery(thumbnailsQuery('components', ids, projectId)).data;
  return (
    <ul className={classes.grid} aria-label="Components">
      {components.map((one) => (
        <li key={one.id}>
          <ComponentCard component={one} projectId={projectId} thumbnail={pictures?.get(one.id)} />
        </li>
      ))}
    </ul>
  );
}

function ComponentCard(props: {
  readonly component: Component;
  readonly projectId: Project;
  readonly thumbnail: Thumbnail | undefined;
}) {
  const { component, projectId } = props;
  return (
    <Card withBorder padding={0} className={classes.card}>
      <Picture thumbnail={props.thumbnail} sign={IconCube} />
      <div className={classes.text}>
        <ComponentLink component={component} projectId={projectId} />
        {component.description && (
          <Text size="xs" c="dimmed" lineClamp={2}>
            {component.description}
          </Text>
        )}
        <Group gap={4} mt={6}>
          {projectId === undefined && <StateBadge state={component.state} />}
          {component.supportedFileTypes.slice(0, 3).map((type) => (
            <Badge key={type} variant="outline" color="gray" size="sm">
              {type}
            </Badge>
          ))}
        </Group>
      </div>
    </Card>
  );
}

function ComponentLink({ component, projectId }: { readonly component: Component; readonly projectId: Project }) {
  const look = { className: classes.name ?? '', size: 'sm' } as const;
  const params = { componentId: component.id };
  if (projectId === undefined) {
    return (
      <TextLink to="/library/components/$componentId" params={params} {...look}>
        {component.displayName}
      </TextLink>
    );
  }
  return (
    <TextLink to="/twins/$twinId/library/$componentId" params={{ ...params, twinId: projectId }} {...look}>
      {component.displayName}
    </TextLink>
  );
}

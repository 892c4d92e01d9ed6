import { Alert, Loader, Text } from '@mantine/core';
import { IconAlertTriangle, IconCube } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Empty } from '../../ui/empty.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import classes from '../library.module.css';
import { type Preview, type Project, previewQuery } from '../queries.ts';

/** What draws in 3D loads with the first component that can be seen so. */
const PreviewView = lazy(() =>
  import('../preview/preview-view.tsx').then((module) => ({ default: module.PreviewView })),
);

interface PanelProps {
  readonly id: string;
  readonly name: string;
  readonly projectId: Project;
  readonly mayRetry: boolean;
}

/** What is to be seen of a component. */
export function PreviewPanel({ id, name, projectId, mayRetry }: PanelProps) {
  const query = useQuery(previewQuery(id, projectId));
  return (
    <section className="surface" aria-label="Preview" style={{ overflow: 'hidden' }}>
      <Loaded query={query} lines={5}>
        {(preview) => <Shown preview={preview} name={name} mayRetry={mayRetry} />}
      </Loaded>
    </section>
  );
}

function Shown({ preview, name, mayRetry }: { readonly preview: Preview } & Pick<PanelProps, 'name' | 'mayRetry'>) {
  const { state, error, bounds, _links } = preview;
  if (state === 'Ready' && bounds !== null && _links.model !== null) {
    return (
      <Suspense fallback={<Waiting text="Loading" />}>
        <PreviewView preview={{ ...preview, bounds }} name={name} />
      </Suspense>
    );
  }
  if (state === 'Queued' || state === 'InProgress') return <Waiting text="The 3D preview is being made" />;
  if (state === 'Failed') {
    return (
      <Alert color="orange" m="md" icon={<IconAlertTriangle size={18} />} title="There is no 3D preview">
        <Text size="sm">{error}</Text>
        {mayRetry && (
          <Text size="sm" mt={4}>
            The component itself is all right. Upload a corrected design file as a new version, or try again under{' '}
            <TextLink to="/jobs" size="sm">
              My jobs
            </TextLink>
            .
          </Text>
        )}
      </Alert>
    );
  }
  if (_links.thumbnail) {
    return (
      <div className={classes.picture}>
        <img src={_links.thumbnail.href} alt={`${name}`} />
      </div>
    );
  }
  return (
    <Empty
      icon={IconCube}
      title="Nothing to be seen yet"
      text="A design file in the format IFC, GLB, glTF or OBJ is shown here in 3D; a PNG or JPEG document with the purpose Thumbnail as a picture."
    />
  );
}

const Waiting = ({ text }: { readonly text: string }) => (
  <div className={classes.picture} role="status">
    <span style={{ display: 'grid', placeItems: 'center', gap: 8 }}>
      <Loader size="sm" />
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </span>
  </div>
);

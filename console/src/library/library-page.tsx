import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ComponentDialog } from './component/component-dialog.tsx';
import { commonOf, mayTake } from './intake/common.ts';
import { IntakeArea, IntakeButtons } from './intake/intake-area.tsx';
import { IntakePanel } from './intake/intake-panel.tsx';
import { LibraryFrame } from './library-frame.tsx';
import { ComponentList, NoComponents } from './list/component-list.tsx';
import type { LibrarySearch } from './search.ts';

const route = getRouteApi('/library');

/** The components of the library: searched, counted, and made of files that are dropped. */
export function LibraryPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const set = (next: LibrarySearch) => void navigate({ to: '/library', search: next, replace: true });
  const [creating, { open, close }] = useDisclosure(false);
  const common = commonOf(search);
  return (
    <LibraryFrame
      path="/library"
      actions={(rights) => (
        <>
          {rights.mayUpload && (
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={open}>
              New component
            </Button>
          )}
          {mayTake(rights) && <IntakeButtons common={common} />}
        </>
      )}
    >
      {(rights) => (
        <IntakeArea common={mayTake(rights) ? common : undefined} into="the library">
          <IntakePanel />
          <ComponentList
            search={search}
            set={set}
            projectId={undefined}
            none={
              <NoComponents
                text={
                  mayTake(rights)
                    ? 'Drop design files here, or a whole folder: each becomes a component. Files of the same name belong together: door.ifc, door.png and door.pdf are one door with its picture and its manual.'
                    : 'Nobody has added one. The page Rights says who can.'
                }
              >
                {mayTake(rights) && (
                  <Group gap="xs" justify="center">
                    <IntakeButtons common={common} />
                  </Group>
                )}
              </NoComponents>
            }
          />
          {creating && (
            <ComponentDialog
              initial={{ ...common, displayName: '', description: '', state: 'Draft' }}
              onSaved={({ id: componentId }) =>
                void navigate({ to: '/library/components/$componentId', params: { componentId } })
              }
              onClose={close}
            />
          )}
        </IntakeArea>
      )}
    </LibraryFrame>
  );
}

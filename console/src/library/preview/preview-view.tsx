import { ActionIcon, Alert, Loader, Text, Tooltip, useComputedColorScheme } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconFocusCentered } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { plural } from '../../ui/format.ts';
import classes from '../library.module.css';
import type { Preview } from '../queries.ts';
import { type GlbView, loadShapes, openGlbView } from './glb-view.ts';

type Ready = Preview & { readonly bounds: NonNullable<Preview['bounds']> };

export const isReady = (preview: Preview): preview is Ready =>
  preview.state === 'Ready' && preview.bounds !== null && preview._links.model !== null;

const grounds = { light: '#eef2f5', dark: '#141c24' };

/** A component in 3D, with its size and what it is made of. */
export function PreviewView({ preview, name }: { readonly preview: Ready; readonly name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const address = preview._links.model?.href ?? '';
  const { view, loading, fault } = useGlb(canvas, address);
  const scheme = useComputedColorScheme('light');
  useEffect(() => view?.setBackground(grounds[scheme]), [view, scheme]);
  const key = (down: boolean) => (event: KeyboardEvent<HTMLCanvasElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.currentTarget.dataset.keyboard = '';
    if (down && event.key.toLowerCase() === 'f') view?.fit();
    else if (view?.hold(event.code, down)) event.preventDefault();
  };
  return (
    <>
      <div className={classes.view}>
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a picture that one moves in has keys of its own */}
        <canvas
          ref={canvas}
          tabIndex={0}
          role="application"
          aria-roledescription="3D view"
          aria-label={`${name} in 3D. Arrow keys turn, plus and minus come nearer and go away, F shows everything.`}
          onKeyDown={key(true)}
          onKeyUp={key(false)}
          onPointerDown={(event) => {
            delete event.currentTarget.dataset.keyboard;
            event.currentTarget.focus({ preventScroll: true });
          }}
        />
        {loading && <Loader pos="absolute" top="calc(50% - 18px)" left="calc(50% - 18px)" aria-label="Loading" />}
        {fault && (
          <Alert
            color="orange"
            m="md"
            icon={<IconAlertTriangle size={18} />}
            title="The component cannot be shown in 3D"
          >
            {fault}
          </Alert>
        )}
      </div>
      <div className={classes.viewFoot}>
        <Text size="sm" component="output">
          {sizeOf(preview)} · {plural(preview.triangleCount ?? 0, 'triangle')}
        </Text>
        <span>
          <Tooltip label="Show everything (F)">
            <ActionIcon variant="subtle" color="gray" aria-label="Show everything" onClick={() => view?.fit()}>
              <IconFocusCentered size={18} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Download as GLB">
            <ActionIcon
              component="a"
              href={address}
              download={`${name}.glb`}
              variant="subtle"
              color="gray"
              aria-label="Download as GLB"
            >
              <IconDownload size={18} />
            </ActionIcon>
          </Tooltip>
        </span>
      </div>
    </>
  );
}

/** `0.90 × 0.05 × 2.10 m`: east, north, up. */
export function sizeOf({ bounds: { low, high } }: Ready): string {
  const sides = [high.x - low.x, high.y - low.y, high.z - low.z];
  const digits = Math.max(...sides) < 1 ? 3 : 2;
  return `${sides.map((side) => side.toFixed(digits)).join(' × ')} m`;
}

function useGlb(canvas: { readonly current: HTMLCanvasElement | null }, address: string) {
  const [view, setView] = useState<GlbView>();
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    const place = canvas.current;
    if (!place) return;
    const stop = new AbortController();
    let opened: GlbView | undefined;
    setFault(undefined);
    loadShapes(address, stop.signal)
      .then((shapes) => {
        opened = openGlbView(place, shapes);
        setView(opened);
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setFault(error instanceof Error ? error.message : String(error));
      });
    return () => {
      stop.abort();
      opened?.dispose();
      setView(undefined);
    };
  }, [canvas, address]);
  return { view, fault, loading: view === undefined && fault === undefined };
}

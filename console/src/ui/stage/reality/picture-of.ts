import { usualStyle } from '../scene/cloud/style.ts';
import { openRealityLayer } from '../scene/reality-layer.ts';
import { openStage } from '../scene/stage.ts';
import { tileMapPlugin } from '../scene/tile-map.ts';
import type { Point } from '../view-data.ts';
import type { Drawable } from './source.ts';

const [width, height] = [320, 180];
const mostMs = 20_000;
/** Few points make a small picture. */
const points = 250_000;

/** Draws a small picture of reality data out of sight, from the south-west and above; maps from above. */
export async function pictureOf({ frame, box, files, map }: Drawable, signal: AbortSignal): Promise<string | null> {
  signal.throwIfAborted();
  const around = document.createElement('div');
  around.inert = true;
  around.style.cssText = `position: fixed; left: -9999px; top: 0; width: ${width}px; height: ${height}px`;
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'width: 100%; height: 100%';
  around.append(canvas);
  document.body.append(around);
  try {
    const [low, high] = [box.low, box.high];
    const center: Point = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
    const stage = openStage(canvas, { center, frame }, box);
    try {
      const away: Point = map ? [0, -0.1, 10] : [-5, -9, 8];
      stage.setColors('#eef2f5', '#008c99');
      stage.go(
        { eye: [center[0] + away[0], center[1] + away[1], center[2] + away[2]], target: center, fov: 50 },
        false,
      );
      stage.fit(box, false);
      await new Promise<void>((resolve, reject) => {
        const end = () => resolve();
        const timer = window.setTimeout(end, mostMs); // what is there until then is shown
        signal.addEventListener('abort', end, { once: true });
        const events = {
          contents: () => {},
          failed: reject,
          settled() {
            window.clearTimeout(timer);
            end();
          },
        };
        const tiles = { files, onEarth: frame !== undefined, ...(map && { plugin: tileMapPlugin(map, files) }) };
        stage.add((place) => openRealityLayer(tiles, place, events)).style({ ...usualStyle, size: 2, points });
      });
      return stage.image(width, height);
    } finally {
      stage.dispose();
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
    }
  } finally {
    around.remove();
  }
}

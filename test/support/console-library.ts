import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { house } from './console-house.ts';

/** A file as it is dropped: its bytes in base64. */
export interface DroppedFile {
  readonly name: string;
  readonly base64: string;
}

const textFile = (name: string, text: string): DroppedFile => ({ name, base64: Buffer.from(text).toString('base64') });

/** A box of metres, as OBJ with Y up. */
export function boxObj(width: number, depth: number, height: number): string {
  const corners = Array.from({ length: 8 }, (_, n) => [n & 1 ? width : 0, n & 2 ? height : 0, n & 4 ? -depth : 0]);
  const quads = ['1 2 4 3', '6 5 7 8', '5 1 3 7', '2 6 8 4', '3 4 8 7', '5 6 2 1'];
  return `${corners.map((at) => `v ${at.join(' ')}`).join('\n')}\n${quads.map((quad) => `f ${quad}`).join('\n')}\n`;
}

/** Thirty files: 25 boxes, a house, one that is broken, a design with its types, a picture of a box and a paper of nothing. */
export async function thirtyFiles(): Promise<DroppedFile[]> {
  const boxes = Array.from({ length: 25 }, (_, at) => textFile(`Door ${at + 1}.obj`, boxObj(0.6 + at / 25, 0.05, 2.1)));
  const picture = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#8a5a2b' } })
    .png()
    .toBuffer();
  const types = ',Width##LENGTH##MILLIMETERS,Fire##OTHER##\r\nNarrow,700,T30\r\nWide,900,T90\r\n';
  return [
    ...boxes,
    textFile('Gatehouse.ifc', house('R60')),
    textFile('Broken lamp.glb', 'glTF, but no more than its first letters'),
    textFile('Pump.rfa', 'the bytes of a pump'),
    textFile('Pump.txt', types),
    { name: 'Door 1.png', base64: picture.toString('base64') },
  ];
}

/** Drops files onto the list of components. */
export async function dropFiles(page: Page, files: readonly DroppedFile[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of ${JSON.stringify(files)}) {
        transfer.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name));
      }
      return transfer;
    })()`,
  );
  await page.locator('[data-drop]').dispatchEvent('drop', { dataTransfer: transfer });
}

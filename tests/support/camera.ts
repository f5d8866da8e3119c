import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import bwip from 'bwip-js/node';
import sharp from 'sharp';

/**
 * Arguments for a Chromium whose camera looks at a printed code, slightly turned and out of focus: a film of one picture, made here.
 * @param folder where the film is written
 */
export async function cameraThatSees(code: string, folder: string): Promise<string[]> {
  const label = await bwip.toBuffer({
    bcid: 'code128',
    text: code,
    scale: 4,
    height: 20,
    paddingwidth: 12,
    paddingheight: 12,
    backgroundcolor: 'FFFFFF',
  });
  const turned = await sharp(label).flatten().rotate(3, { background: '#ffffff' }).toBuffer();
  const scene = sharp({ create: { width: 1280, height: 720, channels: 3, background: '#b8b4ae' } }).composite([{ input: turned }]);
  const picture = await sharp(await scene.png().toBuffer())
    .blur(0.8)
    .jpeg({ quality: 90 })
    .toBuffer();
  const film = join(folder, 'camera.mjpeg');
  writeFileSync(film, Buffer.concat([picture, picture, picture]));
  return ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
}

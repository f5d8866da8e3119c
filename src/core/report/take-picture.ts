import { repairClone } from './repair-clone.ts';

/** A picture of the visible page, one pixel per CSS pixel. html2canvas is loaded on first use. */
export async function takeScreen(): Promise<HTMLCanvasElement> {
  const { default: html2canvas } = await import('html2canvas');
  return html2canvas(document.body, {
    logging: false,
    scale: 1,
    x: window.scrollX,
    y: window.scrollY,
    width: window.innerWidth,
    height: window.innerHeight,
    onclone: repairClone,
  });
}

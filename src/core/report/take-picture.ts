import { repairClone } from './repair-clone.ts';

/** What can be seen of the page now, one pixel of the picture for one of the page. html2canvas is loaded on the first use. */
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

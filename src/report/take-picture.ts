const FUNCTION_COLOR = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/;
const COLOR_PROPERTIES = [
  'color',
  'background-color',
  'border-top-color',
  'border-right-color',
  'border-bottom-color',
  'border-left-color',
];

/** `color-mix()` computes to `color(srgb …)`, which html2canvas cannot read and fails on. */
function writeOldColors(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[style*="color-mix"]')) {
    const computed = getComputedStyle(element);
    for (const property of COLOR_PROPERTIES) {
      const [, red, green, blue, alpha = '1'] = FUNCTION_COLOR.exec(computed.getPropertyValue(property)) ?? [];
      if (red === undefined) continue;
      const [r, g, b] = [red, green, blue].map((part) => Math.round(Number(part) * 255));
      element.style.setProperty(property, `rgba(${r}, ${g}, ${b}, ${alpha})`);
    }
  }
}

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
    onclone: writeOldColors,
  });
}

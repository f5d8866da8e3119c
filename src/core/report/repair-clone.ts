const FUNCTION_COLOR = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/;
const COLOR_PROPERTIES = [
  'color',
  'background-color',
  'border-top-color',
  'border-right-color',
  'border-bottom-color',
  'border-left-color',
];

/** `color-mix()` computes to `color(srgb …)`, which makes html2canvas fail. */
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

/**
 * html2canvas draws block boxes first and the backgrounds of inline boxes after them. The children of an inline flex box are block boxes,
 * so the background of a status tag covered its text. A stacking context is drawn as a whole, background first.
 */
function isolateInlineBoxes(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('body *')) {
    const { display, position } = getComputedStyle(element);
    if (position !== 'static' || (display !== 'inline-flex' && display !== 'inline-grid')) continue;
    element.style.position = 'relative';
    element.style.zIndex = '0';
  }
}

/** Changes the copy of the page that html2canvas renders, to work around its bugs. The page itself is unchanged. */
export function repairClone(root: ParentNode): void {
  writeOldColors(root);
  isolateInlineBoxes(root);
}

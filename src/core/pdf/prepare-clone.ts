import { cssVariables } from '../../layout/theme.ts';
import { repairClone } from '../report/repair-clone.ts';

const SVG_PROPERTIES = ['color', 'fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'opacity'];

/** The light theme's colours and one text size, independent of the user's settings. */
function applyLightTheme(root: Document): void {
  const { style } = root.documentElement;
  for (const [name, value] of Object.entries(cssVariables('light', 'medium'))) style.setProperty(name, value);
  style.colorScheme = 'light';
  root.documentElement.dataset['scheme'] = 'light';
  root.documentElement.dataset['size'] = 'medium';
}

/** html2canvas has copied the computed styles of the screen into each SVG, so their colours are replaced by those of the light theme. */
function recolorDrawings(target: HTMLElement): void {
  const view = target.ownerDocument.defaultView;
  if (!view) return;
  const drawings = [...target.querySelectorAll<SVGElement>('svg, svg *')];
  for (const drawing of drawings) drawing.removeAttribute('style');
  const computed = drawings.map((drawing) => {
    const style = view.getComputedStyle(drawing);
    return SVG_PROPERTIES.map((name) => [name, style.getPropertyValue(name)] as const);
  });
  for (const [at, drawing] of drawings.entries()) for (const [name, value] of computed[at] ?? []) drawing.style.setProperty(name, value);
}

const set = (element: HTMLElement, values: Record<string, string>): void => {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(name, value);
};

/** Lets the content fill the width: ancestors take no room and neither cut nor scroll. */
function release(target: HTMLElement): void {
  const free = { height: 'auto', 'min-height': '0', 'max-height': 'none', overflow: 'visible', position: 'static' };
  for (let outer = target.parentElement; outer; outer = outer.parentElement)
    set(outer, {
      ...free,
      display: 'block',
      width: 'auto',
      'max-width': 'none',
      margin: '0',
      padding: '0',
      border: '0',
      transform: 'none',
    });
  set(target, { ...free, flex: 'none' });
  const view = target.ownerDocument.defaultView;
  for (const element of target.querySelectorAll<HTMLElement>('*')) {
    const style = view?.getComputedStyle(element);
    if (!style) continue;
    if ([style.overflowX, style.overflowY].some((value) => value === 'auto' || value === 'scroll'))
      set(element, { overflow: 'visible', height: 'auto', 'max-height': 'none' });
    if (style.position === 'sticky') element.style.position = 'static';
  }
}

/** Prepares the copy of the page for paper before html2canvas renders it: light theme, full content, no controls. */
export function prepareClone(root: Document, target: HTMLElement): void {
  applyLightTheme(root);
  for (const element of target.querySelectorAll('[data-pdf="hidden"]')) element.remove();
  release(target);
  for (const element of target.querySelectorAll<HTMLElement>('a')) element.style.textDecoration = 'none';
  // antd's buttons have the colours of the screen's theme.
  for (const element of target.querySelectorAll<HTMLElement>('.ant-btn')) set(element, { color: 'var(--k-link)', background: 'none' });
  recolorDrawings(target);
  repairClone(root);
}

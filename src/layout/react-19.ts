import { unstableSetRender } from 'antd/es/config-provider/UnstableContext';
import { createRoot, type Root } from 'react-dom/client';

const roots = new WeakMap<Element | DocumentFragment, Root>();

/**
 * antd 5 draws some of its parts with an entry point that React 19 no longer has. Its own patch package does the same as this,
 * but imports all of antd.
 */
export function drawAntdWithReact19(): void {
  unstableSetRender((node, container) => {
    const root = roots.get(container) ?? createRoot(container);
    roots.set(container, root);
    root.render(node);
    return () =>
      new Promise<void>((resolve) => {
        setTimeout(() => {
          root.unmount();
          roots.delete(container);
          resolve();
        });
      });
  });
}

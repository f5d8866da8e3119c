import { unstableSetRender } from 'antd/es/config-provider/UnstableContext';
import { createRoot, type Root } from 'react-dom/client';

const roots = new WeakMap<Element | DocumentFragment, Root>();

/**
 * antd 5 renders some components with an entry point that React 19 removed. Does the same as antd's patch package, which would import all
 * of antd.
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

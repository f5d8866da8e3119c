import type { ReactNode } from 'react';
import './alone.css';
import { ProductName } from './ProductName.tsx';

/** A page outside the application, such as that to which a shop returns: the name of the product, then one card. */
export function Alone({ children }: { children: ReactNode }) {
  return (
    <main className="k-alone">
      <header>
        <ProductName />
      </header>
      <div className="k-alone-card">{children}</div>
    </main>
  );
}

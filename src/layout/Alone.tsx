import type { ReactNode } from 'react';
import { useT } from '../providers/i18n.ts';
import './alone.css';

/** A page outside the application, such as that to which a shop returns: the name of the product, then one card. */
export function Alone({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <main className="k-alone">
      <header>
        <img src="/kontor.svg" alt="" width="40" height="40" />
        <div>
          <strong>{t('app.name')}</strong>
          <span>{t('app.tagline')}</span>
        </div>
      </header>
      <div className="k-alone-card">{children}</div>
    </main>
  );
}

import { useT } from '../providers/i18n.ts';
import './product-name.css';

/** Mark, name and tagline of the product, in the head of a page outside the application. */
export function ProductName() {
  const t = useT();
  return (
    <>
      <img src="/kontor.svg" alt="" width="40" height="40" />
      <div className="k-product">
        <strong>{t('app.name')}</strong>
        <span>{t('app.tagline')}</span>
      </div>
    </>
  );
}

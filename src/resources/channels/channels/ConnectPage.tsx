import Button from 'antd/es/button';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { mayOpen } from '../../../providers/access.ts';
import { isCallError } from '../../../providers/call-error.ts';
import { reasonOf } from '../../../providers/http-fail.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';
import '../../../core/mask/inputs/inputs.css';
import '../../../core/mask/mask.css';
import './channels.css';

/** The page that Shopify opens when a merchant installs our application. Merchants can also start here. */
export function ConnectPage() {
  const call = useCall();
  const t = useT();
  const inputId = useId();
  const [returned] = useState(() => Object.fromEntries(new URLSearchParams(window.location.search)));
  const [shop, setShop] = useState(returned['shop'] ?? '');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const go = async (): Promise<void> => {
    setBusy(true);
    setFault('');
    try {
      const { url } = await call<{ url: string }>('POST', '/v0/channels/shopify/start', {
        body: { shop, returned: returned['hmac'] ? returned : {} },
        handles: ['StateRefused'],
      });
      window.location.assign(url);
    } catch (error) {
      // The call already showed any other error.
      if (isCallError(error, 'StateRefused')) setFault(await reasonOf(error));
      setBusy(false);
    }
  };
  return (
    <div className="c-shop">
      <h1>{t('channels.start.title')}</h1>
      <p>{t('channels.start.text')}</p>
      <label htmlFor={inputId}>{t('channels.fields.shop')}</label>
      <input
        id={inputId}
        className="m-input"
        placeholder="my-shop.myshopify.com"
        autoComplete="off"
        value={shop}
        onChange={(event) => setShop(event.target.value)}
      />
      {fault ? (
        <p className="m-fault" role="alert">
          {fault}
        </p>
      ) : null}
      <p>
        <Button type="primary" loading={busy} disabled={shop.trim() === ''} onClick={() => void go()}>
          {t('channels.connect.go', { platform: 'Shopify' })}
        </Button>{' '}
        {mayOpen('/mEP/channels') ? <Link to="/mEP/channels">{t('channels.start.list')}</Link> : null}
      </p>
    </div>
  );
}

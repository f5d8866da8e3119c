import Button from 'antd/es/button';
import { useState } from 'react';
import { Link } from 'react-router';
import type { SkuSuggestion, SkuSuggestions } from '#contract/channels/sku-suggestions';
import { useLinkTo } from '../../../core/mask/area-paths.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { LoadError } from '../../../core/mask/list/states.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';
import './suggestions.css';

type Source = 'channelOrders' | 'channelItems';

/** What a SKU may be, and for each item why. A click says that it is this one. */
function LikelyItems({ of, busy, choose }: { of: SkuSuggestion; busy: boolean; choose: (itemId: string) => void }) {
  const t = useT();
  const linkTo = useLinkTo();
  const { sku, title, orders, items } = of;
  return (
    <section className="c-likely">
      <h3>
        <span className="m-mono">{sku}</span> {title === sku ? '' : title}
        {orders > 1 ? <small className="m-quiet">{t('channelOrders.suggest.waiting', { count: orders, n: orders })}</small> : null}
      </h3>
      {items.length === 0 ? <p className="m-quiet">{t('channelOrders.suggest.none')}</p> : null}
      <ul>
        {items.map((item) => {
          const path = linkTo('items', item.id);
          return (
            <li key={item.id}>
              <span>
                {path ? <Link to={path}>{item.name}</Link> : item.name}
                <small className="m-quiet">
                  <span className="m-mono">{item.sku}</span> · {t(`channelOrders.suggest.reasons.${item.reason}`)}
                </small>
              </span>
              <Button
                disabled={busy}
                aria-label={t('channelOrders.suggest.useFor', { item: item.name, sku })}
                onClick={() => choose(item.id)}
              >
                {t('channelOrders.suggest.use')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The likeliest items for each SKU that is not clear, of a held order or of an item of a shop. */
function Likely({ source, id }: { source: Source; id: string }) {
  const t = useT();
  const call = useCall();
  const path = `/v0/${source}/${encodeURIComponent(id)}`;
  const { data, error, isError, refetch } = useRead<SkuSuggestions>(`${path}/suggestions`, {
    queryKey: ['data', 'default', source, 'suggestions', id],
  });
  const [busy, setBusy] = useState(false);
  const choose = async (itemId: string, sku: string): Promise<void> => {
    setBusy(true);
    try {
      await call('POST', `${path}/map`, { body: source === 'channelOrders' ? { itemId, sku } : { itemId } });
      await refetch();
    } catch {
      // The call already showed the error.
    } finally {
      setBusy(false);
    }
  };
  if (isError) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data?.skus.length) return null;
  return (
    <section className="r-card">
      <header>
        <h2>{t('channelOrders.suggest.title')}</h2>
      </header>
      {data.skus.map((one) => (
        <LikelyItems key={one.sku} of={one} busy={busy} choose={(itemId) => void choose(itemId, one.sku)} />
      ))}
    </section>
  );
}

/** Reasons of orders and states of items for which a person has to say which item is meant. */
const UNCLEAR = { channelOrders: ['reason', ['unknownSku', 'duplicateSku']], channelItems: ['state', ['noItem']] } as const;

export function Suggestions({ mask, row }: PartProps) {
  const source: Source = mask.area === 'channelItems' ? 'channelItems' : 'channelOrders';
  const [field, values] = UNCLEAR[source];
  const isUnclear = values.some((value) => value === row[field]);
  return isUnclear ? <Likely source={source} id={asText(row['id'])} /> : null;
}

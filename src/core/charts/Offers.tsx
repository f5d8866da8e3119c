import { useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useFormat } from '../../providers/format.ts';
import { useT } from '../../providers/i18n.ts';
import { newIntent } from '../../providers/new-id.ts';
import { useReloadOnChange } from '../../providers/reload-on-change.ts';
import { useCall, useRead } from '../../providers/use-call.ts';
import { allowed } from '../../providers/user.ts';
import { useInvalidate } from '../mask/data.ts';
import { StatusTag } from '../mask/kinds/StatusTag.tsx';
import { ListSkeleton, LoadError } from '../mask/list/states.tsx';
import { TableHead } from '../mask/PageTable.tsx';
import { Bar } from './Bar.tsx';
import './offers.css';

/** The answer of `GET /v0/offers/of/:id`. `price` is in the smallest currency unit. */
type Offer = {
  id: string;
  carrier: string;
  state: 'asked' | 'askedAgain' | 'offered' | 'accepted' | 'declined' | 'lost';
  price: number | null;
  currency: string;
  /** The price in the currency of the comparison, and the rate in millionths that it was converted with. */
  comparable: number | null;
  comparedIn: string;
  rate: number | null;
  rateOn: string | null;
  transitDays: number | null;
  pickupDate: string | null;
  validUntil: string | null;
  expired: boolean;
  note: string;
};
const MEANING = { asked: 'wait', askedAgain: 'stop', offered: 'work', accepted: 'done', declined: 'stop', lost: 'closed' } as const;
const WAIT = 500;

function useOffers(id: string, asking: string) {
  const client = useQueryClient();
  const queryKey = ['data', 'default', 'offers', 'of', id];
  // A merchant receives live events of the request, which counts its offers, but not of the offers themselves.
  useReloadOnChange(
    ({ area, id: changed }) => area === 'offers' || (area === asking && changed === id),
    () => void client.invalidateQueries({ queryKey, refetchType: 'active' }),
    WAIT,
  );
  return useRead<Offer[]>(`/v0/offers/of/${encodeURIComponent(id)}`, { queryKey, background: true });
}

/** The offers for a request, cheapest first, each price as a bar relative to the dearest. One of them can be accepted. */
export function Offers({ id, area, open }: { id: string; area: string; open: boolean }) {
  const call = useCall();
  const t = useT();
  const { money, date, number } = useFormat();
  const invalidate = useInvalidate();
  const [intent] = useState(newIntent);
  const [busy, setBusy] = useState('');
  const may = allowed('offers.accept');
  const query = useOffers(id, area);
  const offers = query.data ?? [];
  const accept = async (offer: Offer): Promise<void> => {
    setBusy(offer.id);
    try {
      await call('POST', `/v0/offers/${offer.id}/accept`, { intent: `${intent}-${offer.id}` });
      await Promise.all([invalidate('offers'), invalidate(area)]);
    } finally {
      setBusy('');
    }
  };
  const comparable = offers.flatMap((one) => (one.comparable === null ? [] : [one.comparable]));
  const best = offers.find(({ state, expired }) => state === 'offered' && !expired);
  const dearest = Math.max(1, ...comparable);
  const rates = [...new Map(offers.filter(({ rate }) => rate !== null).map((one) => [one.currency, one])).values()];
  if (query.isError && !query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <ListSkeleton rows={2} />;
  return (
    <section>
      <h2>{t('services.offers.title')}</h2>
      {offers.length === 0 ? (
        <p className="m-quiet">{t('services.offers.none')}</p>
      ) : (
        <table className="m-table f-offers">
          <TableHead
            columns={[
              { label: t('services.offers.carrier') },
              { label: t('services.offers.price') },
              { label: t('services.offers.days') },
              { label: t('services.offers.pickup') },
              { label: t('services.offers.valid') },
              { label: '' },
            ]}
          />
          <tbody>
            {offers.map((offer) => (
              <tr key={offer.id}>
                <th scope="row">
                  {offer.carrier}
                  {offer.note ? <small className="m-quiet"> {offer.note}</small> : null}
                </th>
                <td>
                  {offer.price === null ? (
                    <StatusTag meaning={MEANING[offer.state]}>{t(`offers.states.${offer.state}`)}</StatusTag>
                  ) : (
                    <>
                      <b className="m-figures">{money(offer.price, offer.currency)}</b>
                      {offer.rate === null || offer.comparable === null ? null : (
                        <small className="m-quiet m-figures"> ≈ {money(offer.comparable, offer.comparedIn)}</small>
                      )}
                      {offer.comparable === null ? (
                        <small className="m-quiet"> {t('services.offers.noRate')}</small>
                      ) : comparable.length < 2 ? null : (
                        <Bar parts={[{ value: offer.comparable, meaning: offer.state === 'accepted' ? 'done' : 'work' }]} of={dearest} />
                      )}
                    </>
                  )}
                </td>
                <td data-label={t('services.offers.days')}>
                  {offer.transitDays === null ? '' : t('services.offers.dayCount', { count: offer.transitDays })}
                </td>
                <td data-label={t('services.offers.pickup')}>{offer.pickupDate ? date(offer.pickupDate) : ''}</td>
                <td data-label={t('services.offers.valid')}>
                  {offer.validUntil ? date(offer.validUntil) : ''} {offer.expired ? t('services.offers.expired') : ''}
                </td>
                <td className="m-end">
                  {offer.state === 'offered' && open && may ? (
                    <Button
                      size="small"
                      // One filled button a screen: that of the cheapest.
                      type={offer === best ? 'primary' : 'default'}
                      loading={busy === offer.id}
                      disabled={offer.expired}
                      onClick={() => void accept(offer)}
                    >
                      {t('services.offers.accept')}
                    </Button>
                  ) : offer.price === null ? null : (
                    <StatusTag meaning={MEANING[offer.state]}>{t(`offers.states.${offer.state}`)}</StatusTag>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rates.map(({ currency, comparedIn, rate, rateOn }) => (
        <p key={currency} className="m-quiet">
          {t('services.offers.rate', {
            from: comparedIn,
            to: `${number((rate ?? 0) / 1_000_000, { maximumFractionDigits: 4 })} ${currency}`,
            day: rateOn ? date(rateOn) : '',
          })}
        </p>
      ))}
    </section>
  );
}

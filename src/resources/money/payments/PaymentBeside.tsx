import { Link } from 'react-router';
import type { Filter } from '#contract/core/query';
import { useLinkTo } from '../../../core/mask/area-paths.ts';
import { useRows } from '../../../core/mask/data.ts';
import { asNumber, asText } from '../../../core/mask/kinds/kind.ts';
import type { BesideProps } from '../../../core/mask/parts.ts';
import { formatMoney, useFormat } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { OpenDocuments } from './OpenDocuments.tsx';
import { type Party, useParty } from './open-documents.ts';
import './payment-beside.css';

/** Beside a new payment: the documents it can pay, and the last payments of the party. Chosen documents are paid once the payment is saved. */
export function PaymentBeside(props: BesideProps) {
  const { row } = props;
  const t = useT();
  const party = useParty(row);
  const direction = asText(row['direction']);
  return (
    <div className="m-beside-parts pay-beside">
      {party ? (
        <>
          {/* Another party, direction or currency has other documents, so what was chosen is dropped. */}
          <OpenDocuments key={[party.id, direction, row['currency']].join()} {...props} party={party} />
          <LastPayments party={party} direction={direction} />
        </>
      ) : (
        <section className="r-card">
          <h2>{t('payments.beside.title')}</h2>
          <p className="m-quiet">{t('payments.beside.noParty')}</p>
        </section>
      )}
    </div>
  );
}

function LastPayments({ party, direction }: { party: Party; direction: string }) {
  const t = useT();
  const locale = useLocale();
  const { date } = useFormat();
  const linkTo = useLinkTo();
  const filters: Filter[] = [
    { field: party.key, op: 'eq', value: party.id },
    { field: 'direction', op: 'eq', value: direction },
  ];
  const { data } = useRows('payments', { limit: 3, cursor: null, sort: '-paidOn', back: false, search: '', filters });
  if (!data || data.data.length === 0) return null;
  return (
    <section className="r-card r-related">
      <header>
        <h2>{t('payments.beside.last', { party: party.name })}</h2>
      </header>
      <div className="r-scroll">
        <table>
          <thead className="m-hidden">
            <tr>
              {['no', 'paidOn', 'reference', 'amount'].map((name) => (
                <th key={name} scope="col">
                  {t(`payments.fields.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.data.map((one) => {
              const id = asText(one['id']);
              const path = linkTo('payments', id);
              return (
                <tr key={id}>
                  <td>{path ? <Link to={path}>{asText(one['no'])}</Link> : asText(one['no'])}</td>
                  <td className="m-whole" data-label={t('payments.fields.paidOn')}>
                    {date(asText(one['paidOn']))}
                  </td>
                  <td data-label={t('payments.fields.reference')}>{asText(one['reference'])}</td>
                  <td data-label={t('payments.fields.amount')} className="m-end">
                    {formatMoney(asNumber(one['amount']) ?? 0, asText(one['currency']), locale)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

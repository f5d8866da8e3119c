import Button from 'antd/es/button';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useLinkTo } from '../../../core/mask/area-paths.ts';
import { FileButton } from '../../../core/mask/inputs/FileButton.tsx';
import { useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import './incoming.css';
import { useIsOutside } from './use-is-outside.ts';
import { type Upload, useUploads } from './use-uploads.ts';

const AT_GATE = '/carriergate';
const SENT = '/carriergate/e-invoices';

/**
 * Files can be dropped anywhere on the list. The same happens with the button, for the keyboard. The house receives them on its own list; a
 * carrier sends them beside its bills and on the list of what it sent.
 */
export function UploadHead() {
  const t = useT();
  const { pathname } = useLocation();
  const isAtGate = pathname.startsWith(AT_GATE);
  const isCarrier = useIsOutside();
  const isHere = isAtGate ? isCarrier : pathname.endsWith('/incoming-bills');
  const canUpload = useAllowed('incomingBills.upload') && isHere;
  const isBesideBills = isAtGate && pathname !== SENT;
  // The texts of bills are there already.
  const words = isBesideBills ? 'bills.gate.sendEInvoices' : isAtGate ? 'incomingBills.gate.choose' : 'incomingBills.page.choose';
  const { uploads, add, clear } = useUploads();
  const [isOver, setOver] = useState(false);
  useEffect(
    function listenForFiles() {
      if (!canUpload) return;
      const holdsFiles = (event: DragEvent): boolean => [...(event.dataTransfer?.types ?? [])].includes('Files');
      const over = (event: DragEvent): void => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(true);
      };
      const leave = (event: DragEvent): void => {
        if (event.relatedTarget === null) setOver(false);
      };
      const drop = (event: DragEvent): void => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        add([...(event.dataTransfer?.files ?? [])]);
      };
      document.addEventListener('dragover', over);
      document.addEventListener('dragleave', leave);
      document.addEventListener('drop', drop);
      return () => {
        document.removeEventListener('dragover', over);
        document.removeEventListener('dragleave', leave);
        document.removeEventListener('drop', drop);
      };
    },
    [add, canUpload],
  );
  if (!canUpload) return null;
  return (
    <>
      <FileButton accept=".xml,.pdf" multiple primary={!isBesideBills} onFile={(file) => add([file])}>
        {t(words)}
      </FileButton>
      {isBesideBills ? (
        <Link to={SENT} className="ib-sent">
          {t('bills.gate.sentEInvoices')}
        </Link>
      ) : null}
      {isOver ? (
        <div className="ib-over" aria-hidden>
          <p>{t('incomingBills.page.drop')}</p>
        </div>
      ) : null}
      {uploads.length > 0 ? <Progress uploads={uploads} onClose={clear} /> : null}
    </>
  );
}

function Progress({ uploads, onClose }: { uploads: readonly Upload[]; onClose: () => void }) {
  const t = useT();
  const linkTo = useLinkTo();
  const done = uploads.filter(({ state }) => state === 'stored' || state === 'failed').length;
  const stateOf = ({ state, id, no, fault }: Upload) => {
    if (state === 'failed') return <span className="m-fault">{fault || t('incomingBills.page.failed')}</span>;
    const text = t(`incomingBills.page.${state}`, { no });
    const path = state === 'stored' ? linkTo('incomingBills', id) : null;
    return path ? <Link to={path}>{text}</Link> : text;
  };
  return (
    <section className="ib-progress" aria-label={t('incomingBills.page.progress', { done, total: uploads.length })}>
      <header>
        <p role="status">{t('incomingBills.page.progress', { done, total: uploads.length })}</p>
        <Button size="small" disabled={done < uploads.length} onClick={onClose}>
          {t('incomingBills.page.close')}
        </Button>
      </header>
      <progress max={uploads.length} value={done} aria-hidden />
      <ul>
        {uploads.map((one) => (
          <li key={one.key} data-state={one.state}>
            <strong>{one.name}</strong>
            <span>{stateOf(one)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

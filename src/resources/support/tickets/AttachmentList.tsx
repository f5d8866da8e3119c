import Button from 'antd/es/button';
import { UPLOAD_MAX_MB } from '#contract/core/limits';
import { useT } from '../../../providers/i18n.ts';
import type { Attachment } from './use-attachments.ts';

type Props = { items: readonly Attachment[]; onAgain: (item: Attachment) => void; onRemove: (intent: string) => void };

/** The files of the message that is being written, each with its progress. */
export function AttachmentList({ items, onAgain, onRemove }: Props) {
  const t = useT();
  if (items.length === 0) return null;
  const stateOf = ({ state, part }: Attachment): string => {
    if (state === 'sending') return `${Math.round(part * 100)} %`;
    return state === 'ready' ? '' : t(`tickets.files.${state}`, { size: UPLOAD_MAX_MB });
  };
  return (
    <ul className="k-attachments" aria-label={t('tickets.files.title')}>
      {items.map((item) => (
        <li key={item.intent} data-state={item.state}>
          <span className="k-attachment-name">{item.file.name}</span>
          <span role="status">{stateOf(item)}</span>
          {item.state === 'failed' ? (
            <Button size="small" onClick={() => onAgain(item)}>
              {t('tickets.files.again')}
            </Button>
          ) : null}
          <Button
            size="small"
            type="text"
            onClick={() => onRemove(item.intent)}
            aria-label={t('tickets.files.remove', { name: item.file.name })}
          >
            ×
          </Button>
        </li>
      ))}
    </ul>
  );
}

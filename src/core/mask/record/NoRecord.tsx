import Button from 'antd/es/button';
import type { Mask } from '#contract/core/mask';
import { Icon } from '../../../layout/icons.tsx';
import { useMaskT, useText } from '../field-context.ts';
import '../list/states.css';

/** Why an address of a list shows neither a record nor a form: there is none, nobody adds rows here, or this user may not. */
export type NoRecordReason = 'missing' | 'noForm' | 'noRight';

/** Says why an address shows nothing, and leads to the list. */
export function NoRecord({ mask, reason, onList }: { mask: Pick<Mask, 'title'>; reason: NoRecordReason; onList: () => void }) {
  const t = useMaskT();
  const title = useText()(mask.title);
  return (
    <div className="m-empty m-failed" role="alert">
      <Icon name="warning" />
      <p>
        <strong>{t(`error.${reason}`, { title })}</strong>
      </p>
      <Button onClick={onList}>{t('error.toList', { title })}</Button>
    </div>
  );
}

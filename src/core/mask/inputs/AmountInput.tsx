import { useFields } from '../field-context.ts';
import { asNumber } from '../kinds/kind.ts';
import { inputOf } from './registry.tsx';

const { Input } = inputOf({ kind: 'money' });

type Props = {
  id: string;
  /** For screen readers only: the head of the column shows it. */
  label: string;
  currency: string;
  value: number | null;
  /** The largest amount allowed. */
  open: number;
  /** Typed text that is not an amount. */
  unread: string | undefined;
  onChange: (amount: number | null) => void;
  onUnread: (typed: string) => void;
};

/** The amount that is paid or set off of one document, in a table of open documents. */
export function AmountInput({ id, label, currency, value, open, unread, onChange, onUnread }: Props) {
  const field = useFields();
  return (
    <label>
      <span className="m-hidden">{label}</span>
      <Input
        field={field('amount', { kind: 'money', label, currency }, {})}
        id={id}
        value={value}
        unread={unread}
        invalid={unread !== undefined || (value ?? 0) > open}
        describedBy={undefined}
        disabled={false}
        onChange={(amount) => onChange(asNumber(amount))}
        onUnread={onUnread}
        onLabels={() => undefined}
      />
    </label>
  );
}

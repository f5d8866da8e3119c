import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { FieldOf } from '#contract/core/mask';
import { PRICE_SCALE } from '#contract/money/scale';
import { useInvalidate, useSaveRow } from '../../core/mask/data.ts';
import { useFields } from '../../core/mask/field-context.ts';
import { inputOf } from '../../core/mask/inputs/registry.tsx';
import { asNumber } from '../../core/mask/kinds/kind.ts';
import { useRuleText } from '../../core/mask/record/FieldRow.tsx';
import { fieldErrors } from '../../providers/call-error.ts';
import { useT } from '../../providers/i18n.ts';
import { useIntent } from '../../providers/use-intent.ts';
import { type GridRule, withPrice } from './price-grid.ts';

type Props = { rule: GridRule; from: number; price: number; head: string; currency: string };
type Unread = { text: string; rule: string };

const columnOf = (input: Element): number => {
  const cell = input.closest('td');
  return cell?.parentElement ? [...cell.parentElement.children].indexOf(cell) : -1;
};

/** Goes to the price below or above in the same column, after the last one of a service to the first of the next. */
function step(input: HTMLInputElement, by: 1 | -1): void {
  const table = input.closest('table');
  const all = [...document.querySelectorAll<HTMLInputElement>('.pg-input input')];
  const column = all.filter((one) => one.closest('table') === table && columnOf(one) === columnOf(input));
  const others = all.filter((one) => one.closest('table') !== table);
  const beyond =
    by > 0 ? others.find((one) => all.indexOf(one) > all.indexOf(input)) : others.findLast((one) => all.indexOf(one) < all.indexOf(input));
  const next = column[column.indexOf(input) + by] ?? beyond;
  next?.focus();
  next?.select();
}

/** A price of a draft tariff, saved when the cell is left or by Enter, which goes to the price below. Escape restores it. */
export function PriceInput({ rule, from, price, head, currency }: Props) {
  const t = useT();
  const id = useId();
  const field = useFields();
  const saveRow = useSaveRow();
  const invalidate = useInvalidate();
  const intentOf = useIntent();
  const ruleText = useRuleText();
  const [typed, setTyped] = useState<number | null>(null);
  const [unread, setUnread] = useState<Unread | null>(null);
  const [fault, setFault] = useState('');
  /** Set while Escape leaves the cell: what was typed is not saved. */
  const restores = useRef(false);
  const label = t('tariffs.grid.priceOf', { name: rule.name, head });
  const spec: FieldOf<'decimal'> = { kind: 'decimal', label, scale: PRICE_SCALE, min: 0 };
  const { Input } = inputOf(spec);

  const reset = (): void => {
    setTyped(null);
    setUnread(null);
    setFault('');
  };
  const save = async (): Promise<void> => {
    if (restores.current) return;
    if (unread) return setFault(ruleText(unread.rule));
    if (typed === null || typed === price) return reset();
    const values = { bands: withPrice(rule, from, typed), version: rule.version };
    try {
      await saveRow('priceRules', rule.id, values, { intent: intentOf(JSON.stringify([rule.id, values])) });
      await invalidate('priceRules');
      reset();
    } catch (error) {
      const [first] = fieldErrors(error);
      // The call told of everything else, such as a price that somebody changed meanwhile: it is read again.
      setFault(first ? ruleText(first.rule, first.params) : '');
      if (first) return;
      setTyped(null);
      await invalidate('priceRules');
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement)) return;
    if (event.key === 'Escape') {
      restores.current = true;
      reset();
      input.blur();
      restores.current = false;
    } else if (event.key === 'Enter' || event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step(input, event.key === 'ArrowUp' ? -1 : 1);
      if (document.activeElement === input) input.blur();
    }
  };
  return (
    // The keys are those of the input inside.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to its input
    <span className="pg-input" onKeyDown={onKeyDown} onBlur={() => void save()}>
      <label>
        <span className="m-hidden">{label}</span>
        <Input
          field={field('price', spec, { currency })}
          id={id}
          value={typed ?? price}
          unread={unread?.text}
          invalid={fault !== ''}
          describedBy={fault ? `${id}-fault` : undefined}
          disabled={false}
          onChange={(value) => {
            setUnread(null);
            setFault('');
            setTyped(asNumber(value));
          }}
          onUnread={(text, wrong) => setUnread({ text, rule: wrong })}
          onLabels={() => undefined}
        />
      </label>
      {fault ? (
        <small id={`${id}-fault`} className="m-fault" role="alert">
          {fault}
        </small>
      ) : null}
    </span>
  );
}

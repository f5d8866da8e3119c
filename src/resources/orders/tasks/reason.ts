import { readReason } from '#contract/orders/reasons';
import { useT } from '../../../providers/i18n.ts';

/** A stored reason in the user's language. Free text is unchanged. */
export function useReason(): (reason: string) => string {
  const t = useT();
  return (reason) => {
    const read = readReason(reason);
    if (read.is === 'words') return read.text;
    if (read.is === 'code') return t(`tasks.reasons.${read.code}`);
    if (read.is === 'label') return t(`tasks.labelRefusals.${read.refusal}`, { value: read.value });
    return read.faults.map(({ path, rule }) => `${t(`mask.address.${path}`)}: ${t(`rules.${rule}`)}`).join(' · ');
  };
}

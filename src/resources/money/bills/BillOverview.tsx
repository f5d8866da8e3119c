import { asNumber, asText } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { Allocations } from '../Allocations.tsx';
import { BillMatch } from './BillMatch.tsx';
import { CreditMatch } from './CreditMatch.tsx';

/** What a bill is compared with, and what settled it: of a bill its order, of a credit the bill that it credits. */
export function BillOverview({ row }: Pick<PartProps, 'row'>) {
  return (
    <>
      {asText(row['creditsId']) === '' ? <BillMatch row={row} /> : <CreditMatch row={row} />}
      {(asNumber(row['settled']) ?? 0) > 0 ? <Allocations row={row} /> : null}
    </>
  );
}

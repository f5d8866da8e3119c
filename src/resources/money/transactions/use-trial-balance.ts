import type { AccountKind } from '#contract/money/accounts';
import { useRead } from '../../../providers/use-call.ts';
import { isAsked } from './ReportFrame.tsx';

/** A row of `GET /v0/ledger/trialBalance` (server/modules/money/ledger-reports.ts). */
export type BalanceRow = {
  accountId: string;
  no: string;
  name: string;
  kind: AccountKind;
  currency: string;
  opening: number;
  debit: number;
  credit: number;
  closing: number;
  openingBase: number;
  moved: number;
  closingBase: number;
};

export const useTrialBalance = ({ from, to }: { from: string; to: string }) =>
  useRead<BalanceRow[]>('/v0/ledger/trialBalance', {
    queryKey: ['data', 'default', 'transactions', 'trialBalance', from, to],
    keepFormer: true,
    enabled: isAsked({ from, to }),
    params: { from, to },
  });

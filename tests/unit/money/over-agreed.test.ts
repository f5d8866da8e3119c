import { describe, expect, it } from 'vitest';
import { overAgreedIn } from '../../../server/modules/money/bills/over-agreed.ts';

describe('the reason of a dispute that the product wrote', () => {
  const reason = 'O-1: 1180.00 > 1120.00 EUR; O-2: + 2 × 20.00 USD (Waiting; in the yard)';

  it('is read as sentences in the language of the reader', () => {
    expect(overAgreedIn('en', reason)).toBe(
      'Order O-1: €1,180.00 billed, €1,120.00 offered. Order O-2: surcharge of 2 × US$20.00 for “Waiting; in the yard” was not agreed.',
    );
    expect(overAgreedIn('de', 'O-1: 1180.00 > 1120.00 EUR').replaceAll('\u00a0', ' ')).toBe(
      'Auftrag O-1: 1.180,00 € berechnet, 1.120,00 € angeboten.',
    );
    expect(overAgreedIn('cn', 'O-1: 1180.00 > 1120.00 EUR')).toBe('订单 O-1：账单金额 €1,180.00，报价 €1,120.00。');
  });

  it('stays as it is where somebody typed it', () => {
    for (const typed of ['', 'Too expensive: 12.00 > 11.00', 'O-1: 1180.00 > 1120.00 EUR; see mail'])
      expect(overAgreedIn('de', typed)).toBe(typed);
  });
});

import { describe, expect, it } from 'vitest';
import type { BillLine } from '#contract/money/bills';
import { isOverAgreed, overAgreedIn } from '../../../server/modules/money/bills/over-agreed.ts';

const line = (over: Partial<BillLine>): BillLine => ({
  id: '00000000-0000-7000-8000-000000000000',
  text: 'Transport',
  note: '',
  unit: '',
  qty: 1000,
  unitPrice: 11_800_000,
  discount: 0,
  vatCategory: 'S',
  vatRate: 1900,
  ofLine: null,
  orderNo: 'O-1',
  ordered: 1000,
  orderedPrice: 11_200_000,
  received: null,
  charge: 'freight',
  ...over,
});
const surcharge = (text: string) =>
  line({ orderNo: 'O-2', qty: 2000, unitPrice: 200_000, ordered: 0, orderedPrice: null, charge: 'surcharge', text });

describe('the reason of a dispute that the product opened', () => {
  it('is read from the lines as sentences in the language of the reader', () => {
    expect(overAgreedIn('en', [line({}), surcharge('Waiting; 1 > 0 (in the yard)')], 'EUR')).toBe(
      'Order O-1: €1,180.00 billed, €1,120.00 offered. Order O-2: surcharge of 2 × €20.00 for “Waiting; 1 > 0 (in the yard)” was not agreed.',
    );
    expect(overAgreedIn('de', [line({})], 'EUR').replaceAll('\u00a0', ' ')).toBe(
      'Auftrag O-1: 1.180,00 € berechnet, 1.120,00 € angeboten.',
    );
    expect(overAgreedIn('cn', [line({})], 'EUR')).toBe('订单 O-1：账单金额 €1,180.00，报价 €1,120.00。');
  });

  it('is none where no line is above the offer', () => {
    const lines = [line({ unitPrice: 11_200_000 }), line({ unitPrice: 10_000_000 })];
    expect([isOverAgreed(lines, 'EUR'), overAgreedIn('de', lines, 'EUR')]).toEqual([false, '']);
  });
});

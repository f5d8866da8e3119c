import { describe, expect, it } from 'vitest';
import { serviceFields } from '../../src/resources/orders/tasks/order-amounts.ts';

describe('a new order', () => {
  it('asks for the amount of a delivery service that needs one, and for its currency, as soon as the service is chosen', () => {
    expect(Object.keys(serviceFields(undefined))).toEqual(['deliveryServices']);
    expect(Object.keys(serviceFields(['saturday']))).toEqual(['deliveryServices']);
    expect(Object.keys(serviceFields(['cashOnDelivery']))).toEqual(['deliveryServices', 'codAmount', 'currency']);
    expect(Object.keys(serviceFields(['insurance', 'cashOnDelivery']))).toEqual([
      'deliveryServices',
      'codAmount',
      'insuredAmount',
      'currency',
    ]);
    for (const name of ['codAmount', 'currency']) expect(serviceFields(['cashOnDelivery'])[name]?.required).toBe(true);
  });
});

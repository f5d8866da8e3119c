import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Ref } from '../core/fields.ts';

/** The parts of a kit (a logical item). An order of the kit becomes order lines of its parts; the kit itself is never in stock. */
export const itemComponents = defineArea({
  name: 'itemComponents',
  fields: {
    itemId: Ref('items'),
    componentId: Ref('items'),
    qty: z.int().min(1).max(10_000).default(1),
    merchantId: Ref('merchants').nullable().default(null),
    /** SKUs of kit and part, for search. */
    kitSku: z.string(),
    partSku: z.string(),
  },
  serverSet: ['kitSku', 'partSku'],
  search: ['kitSku', 'partSku'],
  title: ['kitSku', 'partSku'],
  merchant: 'merchantId',
  sharedWhenNull: true,
});

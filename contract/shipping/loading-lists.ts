import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { FileId, Instant, Line, Ref } from '../core/fields.ts';

export const LOADING_STATES = ['open', 'handedOver', 'closed'] as const;

/** The parcels of one vehicle of one carrier. Parcels are scanned onto the list and handed over with it. */
export const loadingLists = defineArea({
  name: 'loadingLists',
  fields: {
    no: Line(20).default(''),
    carrierId: Ref('carriers'),
    dockId: Ref('compartments').nullable().default(null),
    vehicle: Line(40).default(''),
    driver: Line(100).default(''),
    state: z.enum(LOADING_STATES),
    parcels: z.int(),
    weight: z.int(),
    handedOverAt: Instant.nullable(),
    signedFile: FileId.nullable().default(null),
  },
  serverSet: ['state', 'parcels', 'weight', 'handedOverAt'],
  search: ['no', 'vehicle', 'driver'],
  title: ['no'],
  named: true,
  without: ['delete', 'recover', 'purge', 'import'],
  retained: true,
});

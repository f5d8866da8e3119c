import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { isContainer } from '../core/barcode/check-digits.ts';
import { CalendarDate, Instant, Line, Lines, Ref } from '../core/fields.ts';
import { inbound, SERVICE_STATE, serviceState } from './head.ts';
import { PackingList } from './packing-list.ts';

/** Size and type by ISO 6346: 20, 40 and 45 feet; standard, high cube, open top, flat, reefer. */
export const CONTAINER_TYPES = ['22G1', '42G1', '45G1', 'L5G1', '22U1', '42U1', '22P1', '42P1', '22R1', '45R1'] as const;

/** A container number as printed or typed. Letters are converted to upper case; blanks and hyphens are removed. */
const ContainerNo = z
  .string()
  .max(20)
  .overwrite((text) => text.toUpperCase().replace(/[\s./-]/g, ''))
  .refine(isContainer, 'containerNo');
/** UN/LOCODE of five characters, such as CNSHA or DEHAM. */
const Port = z.string().regex(/^([A-Z]{2}[A-Z2-9]{3})?$/);

const Days = z.int().min(0).max(60).nullable().default(null);

const made = {
  /** The last day in the terminal without demurrage. The day after unloading is the first free day. */
  lastFreeDay: CalendarDate.nullable(),
  /** When it left the terminal. Demurrage ends and the free days of detention begin. */
  pickedUpAt: Instant.nullable(),
  devannedAt: Instant.nullable(),
  /** The last day to return the empty container without detention. */
  emptyDue: CalendarDate.nullable(),
  returnedAt: Instant.nullable(),
  ...inbound,
};

/** A sea container with announced goods. Its task has the kind `container` and the same id. */
export const containers = defineArea({
  name: 'containers',
  fields: {
    ...serviceState,
    merchantId: Ref('merchants'),
    containerNo: ContainerNo,
    sizeType: z.enum(CONTAINER_TYPES).default('45G1'),
    sealNo: Line(30).default(''),
    billOfLading: Line(40).default(''),
    shippingLine: Line(60).default(''),
    vessel: Line(60).default(''),
    voyage: Line(20).default(''),
    portOfLoading: Port.default(''),
    portOfDischarge: Port.default(''),
    terminal: Line(60).default(''),
    etd: CalendarDate.nullable().default(null),
    eta: CalendarDate.nullable().default(null),
    tariffId: Ref('containerTariffs').nullable().default(null),
    /** Null: as the tariff says. */
    freeDays: Days,
    detentionFreeDays: Days,
    packingList: PackingList.default(''),
    remark: Lines(1000).default(''),
    ...made,
  },
  serverSet: [...SERVICE_STATE, ...(Object.keys(made) as (keyof typeof made)[])],
  search: ['no', 'containerNo', 'billOfLading', 'vessel', 'sealNo'],
  title: ['no', 'containerNo'],
  merchant: 'merchantId',
  without: ['delete', 'recover', 'purge'],
  retained: true,
});

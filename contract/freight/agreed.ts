/** Services agreed between two sides: a carrier that names a price, or the house that does the work. */
export const SERVICE_AREAS = ['transportQuotes', 'collections', 'containers'] as const;
export type ServiceArea = (typeof SERVICE_AREAS)[number];

/** Fields that are agreed once the request was answered. The remark of a container is not among them: it is informational. */
export const AGREED: Readonly<Record<ServiceArea, readonly string[]>> = {
  transportQuotes: ['mode', 'origin', 'destination', 'pickupDate', 'pieces', 'unNo', 'tailLift', 'remark'],
  collections: [
    'pickup',
    'storehouseId',
    'contact',
    'pickupDate',
    'timeFrom',
    'timeTo',
    'deliveryDate',
    'deliveryFrom',
    'deliveryTo',
    'goods',
    'boxQty',
    'palletQty',
    'weight',
    'dangerGoods',
    'tailLift',
    'vehicle',
    'packingList',
    'remark',
  ],
  containers: [
    'containerNo',
    'sizeType',
    'sealNo',
    'billOfLading',
    'shippingLine',
    'vessel',
    'voyage',
    'portOfLoading',
    'portOfDischarge',
    'terminal',
    'etd',
    'eta',
    'freeDays',
    'detentionFreeDays',
    'packingList',
  ],
};

/** Fields that all services share have one label. */
const SHARED = ['remark', 'packingList'];
/** Text key of an agreed field's label. */
export const labelOf = (area: ServiceArea, field: string): string => `${SHARED.includes(field) ? 'services' : area}.fields.${field}`;

/** Agreed fields of an order made from an accepted quote, and of the task of a service. Priority and papers are up to the house. */
export const AGREED_ORDER = [
  'transportMode',
  'carrierId',
  'service',
  'labelSource',
  'deliveryServices',
  'codAmount',
  'insuredAmount',
  'currency',
  'pickupDate',
  'pickupFrom',
  'weight',
  'unitQty',
  'boxQty',
  'palletQty',
  'dangerGoods',
  'consignor',
  'consignee',
  'remark',
] as const;

type Row = Readonly<Record<string, unknown>>;
const closed = (row: Row): boolean => row['status'] === 'finish' || row['status'] === 'partiallyFinish';

/**
 * Whether agreed data can no longer be changed by one side: an offer was accepted, the container arrived or was unloaded, or the task is
 * settled.
 */
export const isAgreed = (area: ServiceArea, row: Row): boolean => {
  if (area === 'transportQuotes') return Boolean(row['orderId']) || closed(row);
  if (area === 'collections') return row['kind'] === 'collectOrder' || Boolean(row['orderId']) || closed(row);
  return Boolean(row['arrivedAt'] ?? row['devannedAt'] ?? row['inboundId']) || closed(row);
};

/** Whether even both sides can no longer change agreed data: there is no order yet, or the goods were delivered or booked in. */
export const isOver = (area: ServiceArea, row: Row): boolean => {
  if (area === 'transportQuotes') return !row['orderId'];
  if (area === 'collections') return row['kind'] !== 'collectOrder' || Boolean(row['inboundId']) || closed(row);
  return Boolean(row['inboundId']) || closed(row);
};

/** Services whose data another side answers: a carrier with a price, the house with its work. */
export const SERVICE_AREAS = ['transportQuotes', 'collections', 'containers'] as const;
export type ServiceArea = (typeof SERVICE_AREAS)[number];

/** What was asked for, and is agreed once it was answered. Remarks of a container are for reading only. */
export const AGREED: Readonly<Record<ServiceArea, readonly string[]>> = {
  transportQuotes: ['mode', 'origin', 'destination', 'pickupDate', 'pieces', 'unNo', 'tailLift', 'remark'],
  collections: [
    'pickup',
    'storehouseId',
    'contact',
    'pickupDate',
    'timeFrom',
    'timeTo',
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
    'packingList',
  ],
};

/** Of an order that was made of an accepted quote, and of the task behind a service: what both sides agreed on. Priority and papers are the house's. */
export const AGREED_ORDER = [
  'transportMode',
  'carrierId',
  'service',
  'labelSource',
  'deliveryServices',
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

/** Nobody changes agreed data alone any more: an offer was taken, the container arrived or was unloaded, or all is settled. */
export const isAgreed = (area: ServiceArea, row: Row): boolean => {
  if (area === 'transportQuotes') return Boolean(row['orderId']) || closed(row);
  if (area === 'collections') return row['kind'] === 'collectOrder' || Boolean(row['orderId']) || closed(row);
  return Boolean(row['arrivedAt'] ?? row['devannedAt'] ?? row['inboundId']) || closed(row);
};

/** Whether the two sides may still change together what was agreed: the goods are not delivered and not on their way into the books. */
export const isOver = (area: ServiceArea, row: Row): boolean => {
  if (area === 'transportQuotes') return !row['orderId'];
  if (area === 'collections') return row['kind'] !== 'collectOrder' || Boolean(row['inboundId']) || closed(row);
  return Boolean(row['inboundId']) || closed(row);
};

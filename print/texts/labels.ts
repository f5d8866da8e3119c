import type { Words } from '../layout/scope.ts';

/** Words of labels. The data titles of GS1 are the same in every language (General Specifications 3.2). */
export const LABEL_WORDS = {
  cod: { en: 'COD', cn: '代收货款', de: 'Nachnahme' },
  return: { en: 'RETURN', cn: '退货', de: 'RETOURE' },
  shipDate: { en: 'Shipped', cn: '发货日期', de: 'Versanddatum' },
  dangerGoods: { en: 'Dangerous goods', cn: '危险品', de: 'Gefahrgut' },
  unitOf: { en: 'No. / of', cn: '第几件 / 共', de: 'Nr. / von' },
  content: { en: 'Contents', cn: '内容', de: 'Inhalt' },
  linesInAll: { en: 'Lines in all', cn: '总行数', de: 'Positionen insgesamt' },
  warehouse: { en: 'Warehouse', cn: '仓库', de: 'Lager' },
  zone: { en: 'Zone', cn: '区', de: 'Zone' },
  aisle: { en: 'Aisle', cn: '巷道', de: 'Gang' },
  rack: { en: 'Rack', cn: '货架', de: 'Regal' },
  level: { en: 'Level', cn: '层', de: 'Ebene' },
  slot: { en: 'Slot', cn: '格', de: 'Fach' },
  phone: { en: 'Phone', cn: '电话', de: 'Telefon' },
  'gs1.sscc': { en: 'SSCC', cn: 'SSCC', de: 'SSCC' },
  'gs1.content': { en: 'CONTENT', cn: 'CONTENT', de: 'CONTENT' },
  'gs1.count': { en: 'COUNT', cn: 'COUNT', de: 'COUNT' },
  'gs1.bestBefore': { en: 'BEST BEFORE', cn: 'BEST BEFORE', de: 'BEST BEFORE' },
  'gs1.lot': { en: 'BATCH/LOT', cn: 'BATCH/LOT', de: 'BATCH/LOT' },
  'gs1.post': { en: 'SHIP TO POST', cn: 'SHIP TO POST', de: 'SHIP TO POST' },
} satisfies Words;

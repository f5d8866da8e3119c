/** What a credit says about each line of its bill: net amounts in the smallest unit of the bill's currency. */
export type CreditableLine = { id: string; text: string; orderNo: string; net: number; left: number };

/** A bill's line in words. The text of a carrier's line often begins with the number of the order. */
export const lineText = ({ orderNo, text }: Pick<CreditableLine, 'orderNo' | 'text'>): string =>
  orderNo === '' || text.startsWith(orderNo) ? text : `${orderNo} · ${text}`;

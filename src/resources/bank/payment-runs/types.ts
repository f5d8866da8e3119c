/** Answers of server/modules/bank/payment-runs/routes.ts. Amounts in cents. */
export type DueBill = {
  id: string;
  no: string;
  party: string;
  iban: string;
  dueOn: string;
  currency: string;
  open: number;
  discount: number;
  discountUntil: string | null;
  blocked: string | null;
};
export type RunOrder = {
  id: string;
  name: string;
  iban: string;
  amount: number;
  discount: number;
  text: string;
  endToEnd: string;
  entryId: string | null;
};

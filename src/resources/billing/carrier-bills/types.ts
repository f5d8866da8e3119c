export type ResultSum = {
  result: string;
  count: number;
  undecided: number;
  amount: number;
  above: number;
  accepted: number;
  disputed: number;
  charged: number;
};
export type ReadList = {
  profileId: string;
  profile: string;
  parcels: number;
  costs: number;
  total: number;
  unread: string[];
  kinds: { kind: string; heading: string; count: number; amount: number }[];
};
export type RecentBill = {
  id: string;
  billNo: string;
  carrierIdLabel: string | null;
  costs: number;
  matched: number;
  differing: number;
  undecided: number;
};
export type Unbilled = { count: number; amount: number };

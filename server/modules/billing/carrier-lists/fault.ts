import type { ListFault } from '#contract/billing/carrier-costs';

/** A list of a carrier that cannot be read. Nothing of such a file is stored. */
export class ListError extends Error {
  readonly fault: ListFault;
  readonly params: Record<string, string | number>;
  constructor(fault: ListFault, params: Record<string, string | number> = {}) {
    super(`${fault} ${JSON.stringify(params)}`);
    this.fault = fault;
    this.params = params;
  }
}

export const fail = (fault: ListFault, params: Record<string, string | number> = {}): never => {
  throw new ListError(fault, params);
};

import type { EInvoiceFault } from '#contract/money/received-invoice';

/** A file that cannot be read as an e-invoice. Nothing of such a file is stored. */
export class EInvoiceError extends Error {
  readonly fault: EInvoiceFault;
  readonly params: Record<string, string | number>;
  constructor(fault: EInvoiceFault, params: Record<string, string | number> = {}) {
    super(`${fault} ${JSON.stringify(params)}`);
    this.fault = fault;
    this.params = params;
  }
}

export const fail = (fault: EInvoiceFault, params: Record<string, string | number> = {}): never => {
  throw new EInvoiceError(fault, params);
};

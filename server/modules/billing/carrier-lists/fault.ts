import type { ListFault } from '#contract/billing/carrier-costs';
import type { Locale } from '#contract/core/limits';
import { sentenceIn } from '../../../core/http/texts.ts';

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

/** The sentence of a fault in the language of the reader. */
export const faultIn = (locale: Locale, { fault, params }: ListError): string => sentenceIn(locale, `carrierBills.faults.${fault}`, params);

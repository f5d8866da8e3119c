import { showNotice, showToast } from '../../providers/feedback.ts';
import { translate } from '../../providers/i18n.ts';
import { askReason, showJob } from './questions.ts';
import type { Outcome, PrintWish } from './types.ts';

export const showPrinted = (where: string): void => showToast('success', translate('printers.hub.printed', { where }));

/** Shows the outcome of a print and, if it failed, what the user can do. */
export function showOutcome(outcome: Outcome, wish: PrintWish | null): void {
  switch (outcome.kind) {
    case 'printed':
      return showNotice({
        kind: 'success',
        title: translate('printers.hub.printed', { where: outcome.where }),
        text: outcome.job.title || outcome.job.no,
        action: { label: translate('printers.hub.show'), run: () => showJob(outcome.job) },
      });
    case 'opened':
      return;
    case 'elsewhere':
      return showToast(
        'info',
        outcome.job.agent === ''
          ? translate('printers.hub.onItsWay', { no: outcome.job.no })
          : translate('printers.hub.elsewhere', { where: outcome.job.agent }),
      );
    // The question is already shown (ask.ts).
    case 'unsure':
    case 'declined':
      return;
    case 'blocked':
      return showNotice({
        kind: 'warning',
        title: translate('shell.popupBlocked'),
        text: translate('printers.hub.blockedText'),
        seconds: 0,
        action: { label: translate('printers.hub.open'), run: outcome.show },
      });
    case 'failed':
      return showNotice({ kind: 'error', title: translate('printers.hub.failed'), text: outcome.reason, seconds: 0 });
    case 'before':
      if (wish) askReason(wish, outcome.before);
  }
}

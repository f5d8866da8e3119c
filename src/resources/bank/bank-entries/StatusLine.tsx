import Button from 'antd/es/button';
import { Link } from 'react-router';
import { HABIT_TIMES } from '#contract/bank/learned-rule';
import { useLinkTo } from '../../../core/mask/area-paths.ts';
import { useT } from '../../../providers/i18n.ts';
import type { Done, LearnedRule } from './use-learned-rule.ts';

type Props = { last: Done | null; rule: LearnedRule; busy: boolean; onUndo: () => void; onLearn: () => void };

/** What was done last, how it is taken back, and the rule that may follow from it. */
export function StatusLine({ last, rule, busy, onUndo, onLearn }: Props) {
  const t = useT();
  const linkTo = useLinkTo();
  const { offer, made } = rule;
  const undo = (
    <Button size="small" disabled={busy} onClick={onUndo}>
      {t('bankEntries.desk.undo')} <kbd>U</kbd>
    </Button>
  );
  const toRule = made ? linkTo('bankRules', made.id) : null;
  return (
    <p className={`bk-status ${last?.learns ? 'bk-learns' : ''}`} role="status">
      {made ? (
        <>
          <span>{t('bankEntries.desk.ruleMade', { name: made.name })}</span>
          {toRule ? <Link to={toRule}>{t('bankEntries.desk.openRule')}</Link> : null}
          {rule.undo ? undo : null}
        </>
      ) : last ? (
        <>
          <span>{last.text}</span>
          {undo}
          {offer ? (
            <>
              {offer.times >= HABIT_TIMES ? (
                <strong>{t('bankEntries.desk.often', { account: offer.account, n: offer.times })}</strong>
              ) : null}
              <Button size="small" disabled={busy} type={offer.times >= HABIT_TIMES ? 'primary' : 'default'} onClick={onLearn}>
                {t('bankEntries.desk.always')} <kbd>A</kbd>
              </Button>
            </>
          ) : null}
        </>
      ) : null}
    </p>
  );
}

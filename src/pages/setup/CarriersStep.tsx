import { useState } from 'react';
import { Link } from 'react-router';
import { useRows, useSaveRow } from '../../core/mask/data.ts';
import { asText, type Row } from '../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../core/mask/list/states.tsx';
import { isCallError } from '../../providers/call-error.ts';
import { showToast } from '../../providers/feedback.ts';
import { useT } from '../../providers/i18n.ts';
import { useIntent } from '../../providers/use-intent.ts';
import { createDrafts } from './drafts.ts';
import { StepFrame, type StepProps, useGoOn } from './StepFrame.tsx';

type Choice = { used: boolean; cutOff: string };
/** By the id of the carrier. */
type Choices = Record<string, Choice>;
const drafts = createDrafts<Choices>();

/** Proposed for a carrier that gets no time by itself: after the usual last scan, before the depots close. */
const USUAL_CUT_OFF = '17:00';

const choiceOf = (row: Row): Choice => ({ used: row['active'] === true, cutOff: asText(row['cutOff']) });
const idOf = (row: Row): string => asText(row['id']);
/** A carrier without the time of its last collection stays disabled: no order would know when it has to be ready. */
const isComplete = ({ cutOff }: Choice): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(cutOff);

type LineProps = { row: Row; choice: Choice; wrong: boolean; onChange: (choice: Choice) => void };

function CarrierLine({ row, choice, wrong, onChange }: LineProps) {
  const t = useT();
  const name = asText(row['name']);
  const id = idOf(row);
  return (
    <li data-used={choice.used}>
      <label className="m-inline">
        <input
          type="checkbox"
          className="m-check"
          checked={choice.used}
          onChange={(event) => onChange({ used: event.target.checked, cutOff: choice.cutOff || USUAL_CUT_OFF })}
        />
        <b>{name}</b>
      </label>
      <label className="m-inline" htmlFor={`cut-off-${id}`}>
        {t('setup.carriers.cutOff')}
        <input
          id={`cut-off-${id}`}
          type="time"
          className="m-input"
          disabled={!choice.used}
          aria-label={`${t('setup.carriers.cutOff')}: ${name}`}
          aria-invalid={wrong || undefined}
          value={choice.cutOff}
          onChange={(event) => onChange({ ...choice, cutOff: event.target.value })}
        />
      </label>
      <span className="m-quiet">
        {choice.used ? t(isComplete(choice) ? 'setup.carriers.complete' : 'setup.carriers.incomplete') : t('setup.carriers.unused')}
      </span>
    </li>
  );
}

function CarriersForm({ rows, storehouseId, ...props }: StepProps & { rows: readonly Row[]; storehouseId: string | null }) {
  const t = useT();
  const goOn = useGoOn();
  const saveRow = useSaveRow();
  const intent = useIntent();
  const [choices, choose] = useState<Choices>(() => drafts.get('carriers') ?? {});
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const setChoices = (next: Choices): void => {
    drafts.set('carriers', next);
    choose(next);
  };
  const chosen = (row: Row): Choice => choices[idOf(row)] ?? choiceOf(row);
  const changed = rows.filter((row) => JSON.stringify(chosen(row)) !== JSON.stringify(choiceOf(row)));

  const save = async (): Promise<void> => {
    setTried(true);
    if (rows.some((row) => chosen(row).used && !isComplete(chosen(row)))) return;
    setBusy(true);
    try {
      for (const row of changed) {
        const { used, cutOff } = chosen(row);
        const values = { active: used, cutOff, storehouseId: row['storehouseId'] ?? storehouseId, version: row['version'] };
        await saveRow('carriers', idOf(row), values, { intent: intent(`${idOf(row)} ${JSON.stringify(values)}`) });
      }
      drafts.delete('carriers');
      await props.reload();
      const names = rows.filter((row) => chosen(row).used).map((row) => asText(row['name']));
      showToast('success', names.length > 0 ? t('setup.carriers.saved', { names: names.join(', ') }) : t('setup.carriers.none'));
      if (names.length > 0) goOn(props.setup, 'carriers');
    } catch (error) {
      if (!isCallError(error)) throw error;
      // Somebody else changed a carrier. The list is read again, and the choice can be repeated.
      showToast('error', t(`errors.${error.code}`));
      setChoices({});
      await props.reload();
    } finally {
      setBusy(false);
    }
  };
  return (
    <StepFrame
      {...props}
      step="carriers"
      dirty={changed.length > 0}
      action={{ label: t('setup.saveAndContinue'), run: () => void save(), busy, disabled: changed.length === 0 }}
    >
      <section className="su-card">
        <ul className="su-carriers">
          {rows.map((row) => (
            <CarrierLine
              key={idOf(row)}
              row={row}
              choice={chosen(row)}
              wrong={tried && chosen(row).used && !isComplete(chosen(row))}
              onChange={(choice) => setChoices({ ...choices, [idOf(row)]: choice })}
            />
          ))}
        </ul>
      </section>
      <p className="m-quiet">
        {t('setup.carriers.labels')} <Link to="/settings/carriers">{t('setup.carriers.open')}</Link>
      </p>
    </StepFrame>
  );
}

const FIRST = { cursor: null, search: '', sort: 'code', back: false, filters: [] };

/** Step 3: which carriers collect here, and when. */
export function CarriersStep(props: StepProps) {
  const carriers = useRows('carriers', { ...FIRST, limit: 25 });
  const storehouses = useRows('storehouses', { ...FIRST, limit: 1 });
  const error = carriers.error ?? storehouses.error;
  if (error) return <LoadError error={error} onRetry={() => void Promise.all([carriers.refetch(), storehouses.refetch()])} />;
  if (!carriers.data || !storehouses.data) return <ListSkeleton rows={6} />;
  const [storehouse] = storehouses.data.data;
  return <CarriersForm {...props} rows={carriers.data.data} storehouseId={storehouse ? idOf(storehouse) : null} />;
}

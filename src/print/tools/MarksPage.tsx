import Button from 'antd/es/button';
import { useDeferredValue, useMemo, useState } from 'react';
import { PICTOGRAMS, type PictogramName } from '#contract/printing/pictograms';
import type { PathOp } from '#print/display';
import { pictogram } from '#print/pictograms/pictograms';
import { useLocale, useT } from '../../providers/i18n.ts';
import { printOrder } from '../open.ts';
import { Preview } from '../Preview.tsx';
import { NumberField, SelectField, TextField } from './fields.tsx';
import '../../core/mask/mask.css';
import '../../core/mask/inputs/inputs.css';
import '../print.css';

/** The number of places on a label. */
const MOST = 6;
const SIZES = ['100x100', '100x150'] as const;
const UN_NUMBER = /^(UN ?\d{4})?$/i;

const pathOf = ({ d }: PathOp): string => d.map(([letter, ...numbers]) => letter + numbers.join(' ')).join('');

function Mark({ name }: { name: PictogramName }) {
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true">
      {pictogram(name).map((path, i) => (
        <path key={`${i + 1}`} d={pathOf(path)} fill={path.ink} />
      ))}
    </svg>
  );
}

type TilesProps = { chosen: readonly PictogramName[]; onChoose: (chosen: PictogramName[]) => void };

function Tiles({ chosen, onChoose }: TilesProps) {
  const t = useT();
  const flip = (name: PictogramName): void =>
    onChoose(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name].slice(0, MOST));
  return (
    <ul className="pr-tiles" aria-label={t('print.tools.marks', { count: MOST })}>
      {PICTOGRAMS.map((name) => (
        <li key={name}>
          <button
            type="button"
            className="pr-tile"
            aria-pressed={chosen.includes(name)}
            disabled={chosen.length >= MOST && !chosen.includes(name)}
            onClick={() => flip(name)}
          >
            <Mark name={name} />
            {t(`print.marks.${name}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** `/tools/commonLogisticsLabels`: handling and danger marks for cartons and pallets, up to six per label. */
export function MarksPage() {
  const t = useT();
  const locale = useLocale();
  const [chosen, setChosen] = useState<PictogramName[]>([]);
  const [words, setWords] = useState('');
  const [unNumber, setUnNumber] = useState('');
  const [phone, setPhone] = useState('');
  const [size, setSize] = useState<string>(SIZES[0]);
  const [copies, setCopies] = useState(1);
  const typed = useDeferredValue(words);
  const order = useMemo(
    () => ({
      document: 'logisticsLabel' as const,
      records: [{ pictograms: chosen, words: typed, unNumber: unNumber.toUpperCase(), phone }],
      ...(size === SIZES[0] ? {} : { variant: size }),
    }),
    [chosen, typed, unNumber, phone, size],
  );
  const empty = chosen.length === 0 && typed.trim() === '' && unNumber === '';
  // Without a symbol the paper is drawn empty, in its size.
  const preview = useMemo(() => ({ ...order, locales: [locale], dpi: 203 }), [order, locale]);
  return (
    <div className="pr-tool pr-marks">
      <h1>{t('menu.commonLogisticsLabels')}</h1>
      <form className="pr-form pr-choose" onSubmit={(event) => event.preventDefault()}>
        <p className="m-quiet">{t('print.tools.marks', { count: MOST })}</p>
        <Tiles chosen={chosen} onChoose={setChosen} />
      </form>
      <form className="pr-form" onSubmit={(event) => event.preventDefault()}>
        <fieldset className="pr-fields">
          <div className="pr-wide">
            <TextField label={t('print.tools.words')} value={words} max={120} onChange={setWords} />
          </div>
          <TextField
            label={t('print.tools.unNumber')}
            value={unNumber}
            max={7}
            {...(UN_NUMBER.test(unNumber.trim()) ? {} : { help: t('print.tools.unFault') })}
            onChange={setUnNumber}
          />
          <TextField label={t('print.tools.phone')} value={phone} max={30} onChange={setPhone} />
          <SelectField
            label={t('print.view.size')}
            value={size}
            all={SIZES}
            nameOf={(one) => t('print.tools.roll', { size: one })}
            onChange={setSize}
          />
          <NumberField label={t('print.view.copies')} value={copies} min={1} max={99} onChange={setCopies} />
        </fieldset>
        <div className="pr-actions">
          <Button type="primary" disabled={empty} onClick={() => printOrder({ ...order, copies })}>
            {t('print.view.print')}
          </Button>
        </div>
      </form>
      <section className="pr-first" data-empty={empty || undefined}>
        <h2>{t('print.view.preview')}</h2>
        <p className="m-quiet">{empty ? t('print.tools.marks', { count: MOST }) : t('print.tools.asPrinted')}</p>
        <Preview order={preview} />
      </section>
    </div>
  );
}

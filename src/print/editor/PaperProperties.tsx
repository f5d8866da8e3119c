import Button from 'antd/es/button';
import { type Layout, Sheet } from '#contract/printing/layout';
import { SHEETS, type SheetName } from '#print/layouts/labels/sheets';
import { useT } from '../../providers/i18n.ts';
import { useBench } from './bench.ts';
import { type ElementPath, PAPER, withAt } from './element-path.ts';
import { Fields } from './Field.tsx';
import { FREE, PAPERS, paperName } from './papers.ts';
import { COPY_PROPS, FRESH_BODY, freshBlock, SHEET_PROPS, SIZE_PROPS } from './parts.ts';
import { rowValuesOf, tablesOf } from './values.ts';

const sold = (name: SheetName): Sheet => Sheet.parse(SHEETS[name].sheet);
const OWN_SHEET: Sheet = { width: 210, height: 297, columns: 2, rows: 2, left: 0, top: 0, gapX: 0, gapY: 0 };

function PaperChoice() {
  const t = useT();
  const { layout, change } = useBench();
  const { size, sheet } = layout;
  const same = (name: SheetName): boolean =>
    sheet !== undefined && SHEETS[name].label.width === size.width && JSON.stringify(sold(name)) === JSON.stringify(Sheet.parse(sheet));
  const known = sheet && (Object.keys(SHEETS) as SheetName[]).find(same);
  const takePaper = (name: string): void => {
    const paper = PAPERS[name];
    if (paper) change((now) => ({ ...now, size: paper }));
  };
  const takeSheet = (name: string): void => {
    const found = (Object.keys(SHEETS) as SheetName[]).find((key) => key === name);
    if (found) change((now) => ({ ...now, size: SHEETS[found].label, sheet: sold(found) }));
    else if (name === '') change((now) => withAt(now, 'sheet', undefined));
    else change((now) => ({ ...now, sheet: OWN_SHEET }));
  };
  return (
    <>
      <div className="pe-field pe-wide">
        <label htmlFor="pe-paper">{t('printEditor.paper')}</label>
        <select id="pe-paper" className="m-select" value={paperName(size)} onChange={(event) => takePaper(event.target.value)}>
          {Object.keys(PAPERS).map((name) => (
            <option key={name}>{name}</option>
          ))}
          <option value={FREE}>{t('printEditor.free')}</option>
        </select>
      </div>
      <Fields props={SIZE_PROPS} base={PAPER} />
      <div className="pe-field pe-wide">
        <label htmlFor="pe-sheet">{t('printEditor.sheet')}</label>
        <select id="pe-sheet" className="m-select" value={sheet ? (known ?? FREE) : ''} onChange={(event) => takeSheet(event.target.value)}>
          <option value="">{t('printEditor.noSheet')}</option>
          {Object.keys(SHEETS).map((name) => (
            <option key={name} value={name}>
              {name.replace('-', ' · ').replaceAll('x', ' × ')}
            </option>
          ))}
          <option value={FREE}>{t('printEditor.free')}</option>
        </select>
      </div>
      {sheet ? <Fields props={SHEET_PROPS} base="sheet" /> : null}
    </>
  );
}

const MOST_COPIES = 8;

/** Properties of the whole layout: size, sheet and copies. */
export function PaperProperties() {
  const t = useT();
  const { document, layout, values, change, alter } = useBench();
  const copies = layout.copies ?? [];
  const addBody = (now: Layout): [Layout, ElementPath] => {
    const [table = ''] = tablesOf(document);
    const block = table
      ? freshBlock('table', table, rowValuesOf(document, table)[1]?.path ?? 'rowNo')
      : freshBlock('elements', '', values[0]?.path ?? '');
    const { height, width } = now.size;
    // Proportional margins, so that small paper also has room.
    const body = { ...FRESH_BODY, left: width / 14, right: width / 14, top: height / 5, topLater: height / 10, bottom: height / 15 };
    return [{ ...now, body: { ...body, blocks: [block] } }, 'body.blocks.0'];
  };
  return (
    <>
      <PaperChoice />
      <h3>{t('printEditor.copies')}</h3>
      {copies.map((copy, i) => (
        <fieldset key={`${i + 1}`} className="pe-copy">
          <legend>{copy.title || String(i + 1)}</legend>
          <Fields props={COPY_PROPS} base={`copies.${i}`} />
          <button
            type="button"
            className="k-link-button"
            onClick={() => change((now) => withAt(now, 'copies', copies.length > 1 ? copies.filter((_, k) => k !== i) : undefined))}
          >
            {t('printEditor.removeCopy')}
          </button>
        </fieldset>
      ))}
      <div className="pe-buttons">
        {copies.length < MOST_COPIES ? (
          <Button
            size="small"
            onClick={() => change((now) => withAt(now, 'copies', [...copies, { title: String(copies.length + 1), ink: '#000000' }]))}
          >
            {t('printEditor.addCopy')}
          </Button>
        ) : null}
        {layout.body ? null : (
          <Button size="small" onClick={() => alter(addBody)}>
            {t('printEditor.addBody')}
          </Button>
        )}
      </div>
    </>
  );
}

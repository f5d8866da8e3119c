import { useT } from '../../providers/i18n.ts';
import { useBench } from './bench.ts';
import { at, BODY, blockOf, FIXED, type Fixed, isBlock, isElement, placeOf, putOn } from './element-path.ts';
import { Fields } from './Field.tsx';
import { PaperProperties } from './PaperProperties.tsx';
import { BLOCK_PROPS, BODY_PROPS, ELEMENT_PROPS } from './parts.ts';
import { TableColumns } from './TableColumns.tsx';
import { PAGE_VALUES, rowValuesOf } from './values.ts';

function OnPages({ part }: { part: Fixed }) {
  const t = useT();
  const { chosen, alter } = useBench();
  return (
    <div className="pe-field pe-wide">
      <label htmlFor="pe-pages">{t('printEditor.onPages')}</label>
      <select
        id="pe-pages"
        className="m-select"
        value={part}
        onChange={(event) => alter((now) => putOn(now, chosen, event.target.value as Fixed))}
      >
        {FIXED.map((one) => (
          <option key={one} value={one}>
            {t(`printEditor.group.${one}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The properties of the chosen element, or of the paper if none is chosen. */
export function Properties() {
  const t = useT();
  const { document, layout, chosen } = useBench();
  const what = at(layout, chosen);
  if (isElement(what)) {
    const part = FIXED.find((one) => one === placeOf(chosen).list);
    return (
      <>
        <h2>{t(`printEditor.kind.${what.is}`)}</h2>
        <Fields props={ELEMENT_PROPS[what.is]} base={chosen} own={blockOf(chosen) ? [] : PAGE_VALUES} />
        {part ? <OnPages part={part} /> : null}
      </>
    );
  }
  if (isBlock(what)) {
    const own = what.block === 'table' ? rowValuesOf(document, what.rows) : [];
    return (
      <>
        <h2>{t(`printEditor.block.${what.block}`)}</h2>
        <Fields props={BLOCK_PROPS[what.block]} base={chosen} own={own} />
        {what.block === 'table' ? <TableColumns base={chosen} columns={what.columns} own={own} /> : null}
      </>
    );
  }
  if (chosen === BODY && layout.body) {
    return (
      <>
        <h2>{t('printEditor.frame')}</h2>
        <Fields props={BODY_PROPS} base={BODY} />
      </>
    );
  }
  return (
    <>
      <h2>{t('printEditor.page')}</h2>
      <PaperProperties />
    </>
  );
}

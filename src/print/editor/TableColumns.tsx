import Button from 'antd/es/button';
import type { Column } from '#contract/printing/layout';
import { swapped } from '../../core/mask/editor/OrderedList.tsx';
import { useT } from '../../providers/i18n.ts';
import { useBench } from './bench.ts';
import { type ElementPath, withAt } from './element-path.ts';
import { Fields } from './Field.tsx';
import { COLUMN_CODE_PROPS, COLUMN_PROPS, freshColumn } from './parts.ts';
import type { Value } from './values.ts';

/** Columns of the table at `base`. `own` are the values of its rows. */
export function TableColumns({ base, columns, own }: { base: ElementPath; columns: readonly Column[]; own: readonly Value[] }) {
  const t = useT();
  const { change, put } = useBench();
  const path = `${base}.columns`;
  const order = (next: readonly Column[]): void => change((layout) => withAt(layout, path, next));
  return (
    <section aria-label={t('printEditor.columns')}>
      <h3>{t('printEditor.columns')}</h3>
      <ol className="m-ordered">
        {columns.map((column, i) => {
          const label = column.title || column.value || String(i + 1);
          return (
            <li key={`${path}.${i + 1}`}>
              <details className="pe-column">
                <summary>{label}</summary>
                <Fields props={COLUMN_PROPS} base={`${path}.${i}`} own={own} />
                <label className="pe-field pe-flag">
                  <input
                    type="checkbox"
                    className="m-check"
                    checked={column.code !== undefined}
                    onChange={(event) =>
                      put(`${path}.${i}.code`, event.target.checked ? { type: 'code128', h: 8, module: 0.375, least: 0.25 } : undefined)
                    }
                  />
                  {t('printEditor.asCode')}
                </label>
                {column.code ? <Fields props={COLUMN_CODE_PROPS} base={`${path}.${i}.code`} /> : null}
              </details>
              <Button
                size="small"
                type="text"
                disabled={i === 0}
                aria-label={t('mask.editor.up', { label })}
                onClick={() => order(swapped(columns, i, -1))}
              >
                ↑
              </Button>
              <Button
                size="small"
                type="text"
                disabled={i === columns.length - 1}
                aria-label={t('mask.editor.down', { label })}
                onClick={() => order(swapped(columns, i, 1))}
              >
                ↓
              </Button>
              <Button
                size="small"
                type="text"
                danger
                disabled={columns.length === 1}
                aria-label={t('mask.editor.remove', { label })}
                onClick={() => order(columns.filter((_, k) => k !== i))}
              >
                ×
              </Button>
            </li>
          );
        })}
      </ol>
      <Button size="small" onClick={() => order([...columns, freshColumn(own[1]?.path ?? 'rowNo')])}>
        {t('printEditor.addColumn')}
      </Button>
    </section>
  );
}

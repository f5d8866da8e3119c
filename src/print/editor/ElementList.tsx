import Button from 'antd/es/button';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { Layout } from '#contract/printing/layout';
import { Icon } from '../../layout/icons.tsx';
import { useT } from '../../providers/i18n.ts';
import { useBench } from './bench.ts';
import {
  added,
  at,
  BODY,
  blockOf,
  doubled,
  type ElementPath,
  FIXED,
  groupsOf,
  isBlock,
  isElement,
  PAPER,
  placeOf,
  removed,
  shifted,
} from './element-path.ts';
import { titleOf } from './kinds.ts';
import { BLOCK_KINDS, ELEMENT_KINDS, freshBlock, freshElement } from './parts.ts';
import { rowValuesOf, tablesOf } from './values.ts';

type Do = Record<'double' | 'remove' | 'up' | 'down', (layout: Layout, path: ElementPath) => [Layout, ElementPath]>;
const DO: Do = {
  double: doubled,
  remove: removed,
  up: (layout, path) => shifted(layout, path, -1),
  down: (layout, path) => shifted(layout, path, 1),
};
const SIGNS: Record<keyof Do, ReactNode> = { double: <Icon name="copy" />, remove: '×', up: '↑', down: '↓' };

/** The list that a new element is added to: the list of the chosen one. */
function listFor(layout: Layout, chosen: ElementPath): { list: string; index?: number } {
  const what = at(layout, chosen);
  if (isElement(what)) return placeOf(chosen);
  return isBlock(what) && what.block === 'elements' ? { list: `${chosen}.elements` } : { list: FIXED[0] };
}

function keyOf(event: KeyboardEvent): keyof Do | -1 | 1 | null {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (key === 'ArrowUp') return altKey ? 'up' : -1;
  if (key === 'ArrowDown') return altKey ? 'down' : 1;
  if (key === 'Delete') return 'remove';
  return key.toLowerCase() === 'd' && (ctrlKey || metaKey) ? 'double' : null;
}

/** All elements of the paper in drawing order. They can be chosen, reordered, duplicated and removed, also by keyboard. */
export function ElementList({ warned, onEnter }: { warned: ReadonlySet<ElementPath>; onEnter: () => void }) {
  const t = useT();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { document, layout, values, chosen, choose, alter, faultsAt } = useBench();
  const groups = groupsOf(layout).filter(({ part, rows }) => rows.length > 0 || part === FIXED[0]);
  const paths = [PAPER, ...groups.flatMap(({ part, rows }) => [...(part === BODY ? [BODY] : []), ...rows.map(({ path }) => path)])];
  const what = at(layout, chosen);
  const isPart = isElement(what) || isBlock(what);
  const optionId = (path: ElementPath): string => `${id}-${path}`;
  const known = values.find(({ path }) => /(trackingNo|code|serial|orderNo|no)$/i.test(path))?.path ?? values[0]?.path ?? '';

  useEffect(
    function showChosen() {
      box.current?.querySelector(`[id="${CSS.escape(`${id}-${chosen}`)}"]`)?.scrollIntoView({ block: 'nearest' });
    },
    [id, chosen],
  );
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') return onEnter();
    const wish = keyOf(event);
    if (wish === null) return;
    event.preventDefault();
    if (typeof wish === 'number') choose(paths[Math.min(paths.length - 1, Math.max(0, paths.indexOf(chosen) + wish))] ?? PAPER);
    else if (isPart) alter((now) => DO[wish](now, chosen));
  };
  const add = (kind: string): void => {
    const [table = ''] = tablesOf(document);
    const block = BLOCK_KINDS.find((one) => `block.${one}` === kind);
    const element = ELEMENT_KINDS.find((one) => one === kind);
    if (block) alter((now) => added(now, 'body.blocks', freshBlock(block, table, rowValuesOf(document, table)[1]?.path ?? 'rowNo')));
    else if (element)
      alter((now) => {
        const { list, index } = listFor(now, chosen);
        return added(now, list, freshElement(element, known), index);
      });
  };
  const option = (path: ElementPath, label: string) => (
    <div
      key={path}
      id={optionId(path)}
      role="option"
      aria-selected={path === chosen}
      className={`pe-option${blockOf(path) ? ' pe-inner' : ''}`}
      title={label}
      onClick={() => choose(path)}
    >
      <span className="pe-name">{label}</span>
      {faultsAt(path).length > 0 ? <span className="pe-mark pe-stop">{t('printEditor.fault')}</span> : null}
      {warned.has(path) ? <span className="pe-mark pe-wait">{t('printEditor.warning')}</span> : null}
    </div>
  );
  return (
    <section className="pe-list" aria-label={t('printEditor.elements')}>
      <div className="pe-buttons">
        <select className="m-select" aria-label={t('printEditor.add')} value="" onChange={(event) => add(event.target.value)}>
          <option value="">{t('printEditor.add')}</option>
          {ELEMENT_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`printEditor.kind.${kind}`)}
            </option>
          ))}
          {layout.body ? (
            <optgroup label={t('printEditor.group.body')}>
              {BLOCK_KINDS.filter((block) => block !== 'table' || tablesOf(document).length > 0).map((block) => (
                <option key={block} value={`block.${block}`}>
                  {t(`printEditor.block.${block}`)}
                </option>
              ))}
            </optgroup>
          ) : null}
        </select>
        {(Object.keys(DO) as (keyof Do)[]).map((name) => (
          <Button
            key={name}
            size="small"
            type="text"
            danger={name === 'remove'}
            disabled={!isPart}
            title={t(`printEditor.do.${name}`)}
            aria-label={t(`printEditor.do.${name}`)}
            onClick={() => alter((now) => DO[name](now, chosen))}
          >
            {SIGNS[name]}
          </Button>
        ))}
      </div>
      <div
        ref={box}
        className="pe-options"
        role="listbox"
        tabIndex={0}
        aria-label={t('printEditor.elements')}
        aria-describedby={`${id}-hint`}
        aria-activedescendant={optionId(chosen)}
        onKeyDown={onKey}
      >
        {option(PAPER, t('printEditor.page'))}
        {groups.map(({ part, rows }) => (
          <div key={part} role="group" aria-label={t(`printEditor.group.${part}`)}>
            <div className="pe-group" aria-hidden="true">
              {t(`printEditor.group.${part}`)}
            </div>
            {part === BODY ? option(BODY, t('printEditor.frame')) : null}
            {rows.map(({ path, what: one }) => option(path, titleOf(one, t)))}
          </div>
        ))}
      </div>
      <p id={`${id}-hint`} className="m-quiet pe-hint">
        {t('printEditor.listHint')}
      </p>
    </section>
  );
}

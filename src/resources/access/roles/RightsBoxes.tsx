import Button from 'antd/es/button';
import { useState } from 'react';
import type { PrivilegeChoice } from '#contract/access/privileges';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { groupRights, type RightGroup } from './group-rights.ts';
import './role-rights.css';

/** `id`: of the search. `chosen`: ids of privileges. */
type Props = { id: string; choices: readonly PrivilegeChoice[]; chosen: readonly string[]; onChoose: (ids: string[]) => void };

/** The right to everything in every area. */
const EVERYTHING = '*';

function isFound({ area, title, whole, rights }: RightGroup, wanted: string): boolean {
  const words = [area, title, ...(whole ? [whole.key] : []), ...rights.flatMap(({ key, right }) => [key, right])];
  return words.some((word) => word.toLowerCase().includes(wanted));
}

/**
 * A box for each right, in rows by area. Areas without a chosen right are shown when they are searched for or asked for. A right that another
 * one includes is ticked and cannot be changed.
 */
export function RightsBoxes({ id, choices, chosen, onChoose }: Props) {
  const t = useT();
  const locale = useLocale();
  const [search, setSearch] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  // An area stays once a box of it was used, so that no row vanishes under the pointer.
  const [used, setUsed] = useState<ReadonlySet<string>>(new Set());
  const ids = new Set(chosen);
  const isChosen = (choice: PrivilegeChoice | null): boolean => choice !== null && ids.has(choice.id);
  const toggle = (choice: PrivilegeChoice): void => {
    setUsed(new Set([...used, choice.area]));
    onChoose(ids.has(choice.id) ? chosen.filter((one) => one !== choice.id) : [...chosen, choice.id]);
  };
  const hasEverything = choices.some((choice) => choice.key === EVERYTHING && isChosen(choice));
  const wanted = search.trim().toLowerCase();
  const all = groupRights(choices, locale);
  const isInUse = ({ area, whole, rights }: RightGroup): boolean => area === '' || used.has(area) || [whole, ...rights].some(isChosen);
  const groups = all.filter((group) => (wanted === '' ? showsAll || isInUse(group) : isFound(group, wanted)));
  const box = (choice: PrivilegeChoice, isIncluded: boolean) => (
    <label key={choice.id} title={choice.key}>
      <input
        type="checkbox"
        className="m-check"
        checked={isIncluded || isChosen(choice)}
        disabled={isIncluded}
        onChange={() => toggle(choice)}
      />
      {choice.right}
    </label>
  );
  return (
    <>
      <div className="rights-bar">
        <input
          id={id}
          type="search"
          className="m-input"
          aria-label={t('roles.rights.find')}
          placeholder={t('roles.rights.find')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Button disabled={wanted !== ''} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('roles.rights.onlyChosen') : t('roles.rights.showAll', { count: all.length - 1 })}
        </Button>
      </div>
      <div className="role-rights">
        {groups.map(({ area, title, whole, rights }) => (
          <fieldset key={area}>
            <legend>{title || t('roles.rights.all')}</legend>
            <div>
              {whole ? box(whole, hasEverything) : null}
              {rights.map((right) => box(right, right.key !== EVERYTHING && (hasEverything || isChosen(whole))))}
            </div>
          </fieldset>
        ))}
        {groups.length === 0 ? <p className="m-quiet">{t('roles.rights.none', { search: search.trim() })}</p> : null}
      </div>
    </>
  );
}

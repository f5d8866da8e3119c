import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Mask } from '#contract/core/mask';
import { LoadingBoundary, lazyPart } from '../../providers/chunks.ts';
import { preloadRows, useMask } from './data.ts';
import { ListPage } from './list/ListPage.tsx';
import { ListSkeleton, LoadError } from './list/states.tsx';
import { defaultState } from './list/url-state.ts';
import { useMayCreate } from './list/use-create.ts';
import { requestOf } from './list/use-list.ts';
import { preloadRecordParts, recordParts } from './parts.ts';
import type { NoRecordReason } from './record/NoRecord.tsx';
import './inputs/inputs.css';
import './kinds/values.css';
import './mask.css';
import './record/record.css';

const RecordPage = lazyPart(async () => (await import('./record/RecordPage.tsx')).RecordPage);
const NoRecord = lazyPart(async () => (await import('./record/NoRecord.tsx')).NoRecord);

/** Loads a mask's list as the menu opens it. */
export const preloadList = (key: string): Promise<void> => preloadRows(key, (mask) => requestOf(mask, defaultState(mask)));

/** The list of a mask. Another mask remounts it, so that no state is carried over. */
export function MaskListPage({ mask: key, path }: { mask: string; path: string }) {
  const mask = useMask(key);
  if (mask.isError && !mask.data) return <LoadError error={mask.error} onRetry={() => void mask.refetch()} />;
  if (!mask.data) return <ListSkeleton />;
  return <ListPage key={key} mask={mask.data} path={path} />;
}

/**
 * A record of a few fields, such as a choice or a code, stands in the panel beside its list, wherever it was opened from. One that goes
 * through steps by actions has a page.
 */
const isSmall = ({ area, form, actions = [] }: Mask): boolean =>
  form?.layout === 'drawer' && form.sections.length === 1 && actions.length === 0 && recordParts(area) === undefined;

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An address that was typed by hand may name no record, or a form that is not offered. */
function useReason(mask: Mask, id: string): NoRecordReason | null {
  const { hasForm, may } = useMayCreate(mask);
  if (id !== 'new') return ID.test(id) ? null : 'missing';
  return !hasForm ? 'noForm' : may ? null : 'noRight';
}

function RecordOrReason({ mask, path, id }: { mask: Mask; path: string; id: string }) {
  const navigate = useNavigate();
  const reason = useReason(mask, id);
  useEffect(
    function loadParts() {
      if (id !== 'new') preloadRecordParts(mask.area);
    },
    [mask.area, id],
  );
  if (reason) return <NoRecord mask={mask} reason={reason} onList={() => void navigate(path)} />;
  if (isSmall(mask)) return <ListPage mask={mask} path={path} record={id} />;
  return (
    <LoadingBoundary fallback={<ListSkeleton rows={6} />}>
      <RecordPage mask={mask} path={path} id={id} />
    </LoadingBoundary>
  );
}

/** One record of a mask. `id` is `new` for a new one. */
export function MaskRecordPage({ mask: key, path, id }: { mask: string; path: string; id: string }) {
  const mask = useMask(key);
  if (mask.isError && !mask.data) return <LoadError error={mask.error} onRetry={() => void mask.refetch()} />;
  if (!mask.data) return <ListSkeleton rows={6} />;
  return <RecordOrReason key={`${key}/${id}`} mask={mask.data} path={path} id={id} />;
}

import Button from 'antd/es/button';
import { useEffect, useRef, useState } from 'react';
import type { Mask } from '#contract/core/mask';
import { useLocale } from '../../../providers/i18n.ts';
import type { ListRequest } from '../data.ts';
import { useMaskT } from '../field-context.ts';
import { downloadExport, startExport, useExports } from '../transfer/exports.ts';
import { Progress } from '../transfer/Progress.tsx';

/** Type `download`: the list's export, started at once. */
export function SheetDownload({ mask, fields, ids, request }: { mask: Mask; fields: string[]; ids: string[]; request: ListRequest }) {
  const t = useMaskT();
  const locale = useLocale();
  const [id, setId] = useState<string | null>(null);
  const started = useRef(false);
  const job = useExports((state) => (id ? state.jobs[id] : undefined));
  useEffect(
    function startOnce() {
      if (started.current) return;
      started.current = true;
      const allowed = mask.download?.fields ?? [];
      const wanted = fields.filter((name) => allowed.includes(name));
      const { search, sort, filters } = request;
      // The call already showed the error.
      startExport({
        mask: mask.key,
        format: 'xlsx',
        fields: wanted.length > 0 ? wanted : allowed,
        q: search,
        s: sort,
        filters,
        locale,
        ...(ids.length > 0 ? { ids } : {}),
      }).then(setId, () => undefined);
    },
    [mask, fields, ids, request, locale],
  );
  if (job?.state === 'done') {
    return (
      <p role="status">
        {t('export.state.done', { file: job.fileName })}{' '}
        <Button onClick={() => void downloadExport(job).catch(() => undefined)}>{t('export.again')}</Button>
      </p>
    );
  }
  if (job?.state === 'failed' || job?.state === 'cancelled') return <p role="alert">{t(`export.state.${job.state}`)}</p>;
  return <Progress label={t('sheet.working')} done={job?.done ?? 0} total={job?.total ?? 0} />;
}

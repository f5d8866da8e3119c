import { useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { Link } from 'react-router';
import { API } from '#contract/core/envelope';
import type { FieldSpec, Mask } from '#contract/core/mask';
import { bothFilters, type Filter } from '#contract/core/query';
import { useCounts, useMask } from '../../../core/mask/data.ts';
import { useText } from '../../../core/mask/field-context.ts';
import type { Row } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { cancelExport, downloadExport, type ExportJob, startExport, useExports } from '../../../core/mask/transfer/exports.ts';
import { Progress } from '../../../core/mask/transfer/Progress.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';
import '../../../core/mask/mask.css';
import '../../../core/mask/record/record.css';
import './export-tool.css';

type Tool = { title: string; mask: string /** The date field that `from` and `to` filter. */; day: string };

/** The filters of an export, with the labels of the mask. */
const fieldsOf = (mask: Mask): Record<string, FieldSpec> => {
  const status = mask.fields['status'];
  return {
    from: { kind: 'date', label: 'exports.tool.from' },
    to: { kind: 'date', label: 'exports.tool.to' },
    merchantId: { kind: 'reference', area: 'merchants', label: 'exports.tool.merchant' },
    ...(status?.kind === 'status' ? { status: { kind: 'choices', label: status.label, options: status.options } } : {}),
    format: {
      kind: 'choice',
      label: 'exports.fields.format',
      required: true,
      options: ['xlsx', 'csv'].map((value) => ({ value, label: { en: value, cn: value, de: value } })),
    },
  };
};

const dayAfter = (day: string): string => {
  const next = new Date(`${day}T00:00:00`);
  next.setDate(next.getDate() + 1);
  return next.toISOString();
};

function filtersOf(values: Row, day: string): Filter[] {
  const { from, to, merchantId, status } = values as { from?: string; to?: string; merchantId?: string; status?: string[] };
  return [
    ...(from ? [{ field: day, op: 'gte' as const, value: new Date(`${from}T00:00:00`).toISOString() }] : []),
    ...(to ? [{ field: day, op: 'lt' as const, value: dayAfter(to) }] : []),
    ...(merchantId ? [{ field: 'merchantId', op: 'eq' as const, value: merchantId }] : []),
    ...(status && status.length > 0 ? [{ field: 'status', op: 'in' as const, value: status }] : []),
  ];
}

function Job({ job }: { job: ExportJob }) {
  const t = useT();
  const { state, fileName, done, total } = job;
  if (state === 'queued' || state === 'running')
    return (
      <>
        <Progress label={fileName} done={done} total={total} />
        <Button size="small" onClick={() => void cancelExport(job.id).catch(() => undefined)}>
          {t('mask.export.cancel')}
        </Button>
      </>
    );
  return (
    <>
      <span>
        {fileName} · {t(`exports.states.${state}`)}
      </span>
      {state === 'done' ? (
        <Button size="small" onClick={() => void downloadExport(job).catch(() => undefined)}>
          {t('mask.export.download')}
        </Button>
      ) : null}
    </>
  );
}

type Past = ExportJob & { createdAt: string };

/** The latest exports of this kind. Running ones show their progress, files of finished ones can be downloaded again. */
function History({ mask }: { mask: string }) {
  const t = useT();
  const { instant } = useFormat();
  const live = useExports((state) => state.jobs);
  const query = useRead<Past[]>(`${API}/exports?${new URLSearchParams({ l: '25', mask }).toString()}`, {
    queryKey: ['exports', 'tool', mask, Object.keys(live).length],
    background: true,
  });
  if (query.isError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <ListSkeleton rows={3} />;
  if (query.data.length === 0) return <p className="m-quiet">{t('exports.tool.none')}</p>;
  return (
    <ul className="xt-jobs">
      {query.data.map((past) => (
        <li key={past.id}>
          <time dateTime={past.createdAt}>{instant(past.createdAt)}</time>
          <Job job={live[past.id] ?? past} />
        </li>
      ))}
    </ul>
  );
}

/** What the file will contain: the number of its rows, and its columns. */
function FileContent({ mask, filters }: { mask: Mask; filters: Filter[] }) {
  const t = useT();
  const text = useText();
  const { number } = useFormat();
  const [counted] = useCounts(mask.area, [{ search: '', filters }], true).data ?? [];
  const columns = mask.download?.fields ?? [];
  const rows = counted ? `${number(counted.total)}${counted.totalExact ? '' : '+'}` : '…';
  return (
    <section className="xt-card" aria-label={t('exports.tool.content')}>
      <h2>{t('exports.tool.content')}</h2>
      <p aria-live="polite">
        <b className="m-figures">{t('exports.tool.rows', { count: counted?.total ?? 0, rows })}</b> ·{' '}
        {t('exports.tool.columns', { count: columns.length })}
      </p>
      <p className="xt-columns">
        {columns.map((name) => (
          <span key={name} className="m-chip">
            {text(mask.fields[name]?.label ?? name)}
          </span>
        ))}
      </p>
    </section>
  );
}

/** Exports a list as a file in the background: filters and what the file will contain, then earlier exports. It continues when the page is closed. */
export function ExportToolPage({ tool }: { tool: Tool }) {
  const t = useT();
  const text = useText();
  const locale = useLocale();
  const client = useQueryClient();
  const mask = useMask(tool.mask);
  const [values, setValues] = useState<Row>({ format: 'xlsx' });
  const [busy, setBusy] = useState(false);
  if (mask.isError && !mask.data) return <LoadError error={mask.error} onRetry={() => void mask.refetch()} />;
  if (!mask.data) return <ListSkeleton />;
  const { data } = mask;
  const filters = bothFilters(data.fixed ?? [], filtersOf(values, tool.day));
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      const format = values['format'] === 'csv' ? 'csv' : 'xlsx';
      const fields = data.download?.fields ?? [];
      await startExport({
        mask: tool.mask,
        format,
        fields,
        q: '',
        s: null,
        filters,
        locale,
      });
      await client.invalidateQueries({ queryKey: ['exports', 'tool'] });
    } catch {
      // The call already showed the error. The choice is kept for another try.
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="xt-page">
      <header>
        <h1>{t(tool.title)}</h1>
        <p className="m-quiet">
          {t('exports.tool.intro', { list: text(data.title) })} <Link to="/tools/exports">{t('menu.exports')}</Link>
        </p>
      </header>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <AskForm fields={fieldsOf(data)} values={values} errors={[]} onChange={setValues} />
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('exports.tool.start')}
        </Button>
      </form>
      <div className="xt-beside">
        <FileContent mask={data} filters={filters} />
        <section className="xt-card" aria-label={t('exports.tool.history')}>
          <h2>{t('exports.tool.history')}</h2>
          <History mask={tool.mask} />
        </section>
      </div>
    </div>
  );
}

export const ReceivingExport = () => <ExportToolPage tool={{ title: 'menu.receivingExport', mask: 'r7g.orders.list', day: 'createdAt' }} />;
export const OutboundExport = () => <ExportToolPage tool={{ title: 'menu.outboundExport', mask: 'p11y.orders.list', day: 'createdAt' }} />;

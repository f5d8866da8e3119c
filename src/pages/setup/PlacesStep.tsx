import { Link } from 'react-router';
import { useRows } from '../../core/mask/data.ts';
import { asText } from '../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../core/mask/list/states.tsx';
import { useFormat } from '../../providers/format.ts';
import { useT } from '../../providers/i18n.ts';
import { PatternForm } from '../../resources/stock/compartments/PatternForm.tsx';
import { PlaceLabels } from '../../resources/stock/compartments/PlaceLabels.tsx';
import { usePattern } from '../../resources/stock/compartments/pattern.ts';
import { StepFrame, type StepProps } from './StepFrame.tsx';

/** The site that is set up, with links to its records. */
function Site({ warehouse }: { warehouse: Record<string, unknown> }) {
  const t = useT();
  const warehouseId = asText(warehouse['id']);
  const storehouseId = asText(warehouse['storehouseId']);
  return (
    <p className="m-quiet">
      {t('setup.places.site', { storehouse: asText(warehouse['storehouseIdLabel']), warehouse: asText(warehouse['name']) })}{' '}
      <Link to={`/wms/storehouse/${storehouseId}`}>{t('setup.places.storehouse')}</Link> ·{' '}
      <Link to={`/wms/warehouse/${warehouseId}`}>{t('setup.places.warehouse')}</Link>
    </p>
  );
}

function PlacesForm({ warehouse, ...props }: StepProps & { warehouse: Record<string, unknown> }) {
  const t = useT();
  const { number } = useFormat();
  const state = usePattern(asText(warehouse['id']));
  const { preview, created, busy, create, values } = state;
  const label = preview
    ? t('compartments.generate.create', { count: preview.count, n: number(preview.count) })
    : t('compartments.actions.generate');
  const action = { label, run: () => void create().then(props.reload), busy, disabled: preview === null };
  const warehouseId = asText(values['warehouseId']);
  return (
    <StepFrame {...props} step="places" {...(created ? {} : { action })}>
      <Site warehouse={warehouse} />
      <PatternForm state={state} />
      {props.setup.facts.places > 0 && warehouseId !== '' ? <PlaceLabels warehouseId={warehouseId} /> : null}
    </StepFrame>
  );
}

/** Step 2: compartments by pattern in the first warehouse. */
export function PlacesStep(props: StepProps) {
  const t = useT();
  const query = { limit: 1, cursor: null, search: '', sort: 'code', back: false, filters: [] };
  const { data, error, refetch } = useRows('warehouses', query);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={6} />;
  const [warehouse] = data.data;
  if (warehouse) return <PlacesForm key={asText(warehouse['id'])} {...props} warehouse={warehouse} />;
  return (
    <StepFrame {...props} step="places">
      <p>
        {t('setup.places.noWarehouse')} <Link to="/wms/warehouse/new">{t('warehouses.newOne')}</Link>
      </p>
    </StepFrame>
  );
}

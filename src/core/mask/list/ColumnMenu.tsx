import Button from 'antd/es/button';
import Popover from 'antd/es/popover';
import { Icon } from '../../../layout/icons.tsx';
import { LoadingBoundary, lazyPart } from '../../../providers/chunks.ts';
import { useMaskT } from '../field-context.ts';
import type { ColumnListProps } from './ColumnList.tsx';

const ColumnList = lazyPart(async () => (await import('./ColumnList.tsx')).default);

export function ColumnMenu(props: ColumnListProps) {
  const t = useMaskT();
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={
        <LoadingBoundary fallback={<div className="m-column-menu" aria-busy />}>
          <ColumnList {...props} />
        </LoadingBoundary>
      }
    >
      <Button type="text" className="l-quiet l-office" icon={<Icon name="columns" />}>
        {t('columns.open')}
      </Button>
    </Popover>
  );
}

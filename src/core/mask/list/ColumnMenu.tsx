import Button from 'antd/es/button';
import Popover from 'antd/es/popover';
import { lazy, Suspense } from 'react';
import { Icon } from '../../../layout/icons.tsx';
import { useMaskT } from '../field-context.ts';
import type { ColumnListProps } from './ColumnList.tsx';

const ColumnList = lazy(() => import('./ColumnList.tsx'));

export function ColumnMenu(props: ColumnListProps) {
  const t = useMaskT();
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={
        <Suspense fallback={<div className="m-column-menu" aria-busy />}>
          <ColumnList {...props} />
        </Suspense>
      }
    >
      <Button type="text" className="l-quiet l-office" icon={<Icon name="columns" />}>
        {t('columns.open')}
      </Button>
    </Popover>
  );
}

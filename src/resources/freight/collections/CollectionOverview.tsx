import { Changes } from '../../../core/charts/Changes.tsx';
import { Offers } from '../../../core/charts/Offers.tsx';
import { Papers } from '../../../core/charts/Papers.tsx';
import { asText } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { allowed } from '../../../providers/user.ts';

/** The documents of a collection, its changes and the carriers' offers. */
export function CollectionOverview({ row }: PartProps) {
  return (
    <div className="f-page">
      <Papers
        row={row}
        papers={[
          ['collections', 'requestId', 'services.papers.request'],
          ['collections', 'orderId', 'services.papers.order'],
          ['tasks', 'inboundId', 'services.papers.inbound'],
        ]}
      />
      <Changes id={asText(row['id'])} area="collections" />
      {row['kind'] === 'collectRequest' && allowed('offers.accept') ? (
        <Offers id={asText(row['id'])} area="collections" open={!row['orderId']} />
      ) : null}
    </div>
  );
}

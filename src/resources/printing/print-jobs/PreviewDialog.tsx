import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { JobPreview } from '../../../print/hub/JobPreview.tsx';

/** A preview of the row's job. */
export function PreviewDialog({ rows, onClose }: DialogProps) {
  const [job] = rows;
  const shown = { id: asText(job?.['id']), no: asText(job?.['no']), title: asText(job?.['title']) };
  return <JobPreview job={shown} onClose={() => onClose(false)} />;
}

import type { DragEvent } from 'react';
import { UPLOAD_MAX_MB } from '#contract/core/limits';
import type { Mask } from '#contract/core/mask';
import { useMaskT, useText } from '../field-context.ts';
import { FileButton } from '../inputs/FileButton.tsx';

export function ImportUpload({ mask, part, onFile }: { mask: Mask; part: number | null; onFile: (file: File) => void }) {
  const t = useMaskT();
  const text = useText();
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  const labels = (names: readonly string[]): string => names.map((name) => text(mask.fields[name]?.label ?? name)).join(', ');
  return (
    <div className="m-drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <p>
        <strong>{t('import.drop')}</strong>
      </p>
      <FileButton primary accept=".csv,.xlsx,.txt" loading={part !== null} onFile={onFile}>
        {part === null ? t('import.choose') : `${Math.round(part * 100)} %`}
      </FileButton>
      <p className="m-quiet">{t('import.limit', { size: UPLOAD_MAX_MB })}</p>
      <p className="m-quiet">{t('import.match', { fields: labels(mask.import?.match ?? []) })}</p>
    </div>
  );
}

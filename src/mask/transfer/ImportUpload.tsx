import Button from 'antd/es/button';
import { type DragEvent, useRef } from 'react';
import { UPLOAD_MAX_MB } from '#contract/limits';
import type { Mask } from '#contract/mask';
import { useMaskT, useText } from '../field-context.ts';

export function ImportUpload({ mask, part, onFile }: { mask: Mask; part: number | null; onFile: (file: File) => void }) {
  const t = useMaskT();
  const text = useText();
  const picker = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null): void => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  const labels = (names: readonly string[]): string => names.map((name) => text(mask.fields[name]?.label ?? name)).join(', ');
  return (
    <div className="m-drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <p>
        <strong>{t('import.drop')}</strong>
      </p>
      <input
        ref={picker}
        type="file"
        className="m-hidden"
        accept=".csv,.xlsx,.txt"
        aria-label={t('import.choose')}
        onChange={(event) => take(event.target.files)}
      />
      <Button type="primary" loading={part !== null} onClick={() => picker.current?.click()}>
        {part === null ? t('import.choose') : `${Math.round(part * 100)} %`}
      </Button>
      <p className="m-quiet">{t('import.limit', { size: UPLOAD_MAX_MB })}</p>
      <p className="m-quiet">{t('import.match', { fields: labels(mask.import?.match ?? []) })}</p>
    </div>
  );
}

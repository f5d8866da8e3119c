import Button from 'antd/es/button';
import { type DragEvent, useState } from 'react';
import { UPLOAD_MAX_MB } from '#contract/core/limits';
import type { FieldOf } from '#contract/core/mask';
import { upload } from '../../../providers/request.ts';
import { fileAddress } from '../kinds/file.tsx';
import { asText } from '../kinds/kind.ts';
import { FileButton } from './FileButton.tsx';
import { ariaOf, type InputProps } from './input.ts';

const MEGABYTE = 1024 * 1024;
type FileProps = InputProps<FieldOf<'image'>> | InputProps<FieldOf<'file'>>;

/** A file field: choose, drop or paste. A file that is too large is rejected before the upload. */
export function FileInput(props: FileProps) {
  const { field, value, onChange, onUnread, onLabels } = props;
  const [part, setPart] = useState<number | null>(null);
  const isImage = field.spec.kind === 'image';
  const address = fileAddress(value);

  const send = async (file: File): Promise<void> => {
    if (file.size > UPLOAD_MAX_MB * MEGABYTE) return onUnread(file.name, 'tooLarge', { size: UPLOAD_MAX_MB });
    setPart(0);
    try {
      const done = await upload(field.spec.visibility ?? (isImage ? 'image' : 'intern'), file, { onUpload: setPart });
      onLabels({ [`${field.name}Label`]: done.name });
      onChange(done.id);
    } catch {
      onUnread(file.name, 'upload');
    } finally {
      setPart(null);
    }
  };
  const take = (files: FileList): void => {
    const [file] = files;
    if (file && !props.disabled) void send(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  return (
    <div
      className="m-file"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      onPaste={(event) => take(event.clipboardData.files)}
    >
      {address && isImage ? <img className="m-preview" src={address} alt={field.text(field.spec.label)} /> : null}
      {address && !isImage ? (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {asText(field.row[`${field.name}Label`]) || field.t('file.open')}
        </a>
      ) : null}
      <FileButton aria={ariaOf(props)} accept={isImage ? 'image/*' : undefined} loading={part !== null} onFile={(file) => void send(file)}>
        {part === null ? field.t(address ? 'file.replace' : 'file.choose') : `${Math.round(part * 100)} %`}
      </FileButton>
      {address && !props.disabled ? (
        <Button type="text" danger onClick={() => onChange(null)}>
          {field.t('file.remove')}
        </Button>
      ) : null}
      <span className="m-quiet">{field.t('file.limit', { size: UPLOAD_MAX_MB })}</span>
    </div>
  );
}

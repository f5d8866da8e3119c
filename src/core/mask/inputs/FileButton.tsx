import Button from 'antd/es/button';
import { type ChangeEvent, useRef } from 'react';
import './file-button.css';

type FileButtonProps = {
  /** The button's text. Also the input's name if no label refers to it. */
  children: string;
  onFile: (file: File) => void;
  accept?: string | undefined;
  /** Several files can be chosen; `onFile` is called for each. */
  multiple?: boolean;
  primary?: boolean;
  loading?: boolean;
  /** `id`, `aria-*` and `disabled` of the form field. */
  aria?: { id?: string; disabled?: boolean; 'aria-invalid'?: true | undefined; 'aria-describedby'?: string | undefined };
};

/**
 * Selects a file. The visually hidden native input handles keys and screen readers; its texts follow the browser's language, so a button
 * beside it is shown instead. The button is for the mouse and shows the focus.
 */
export function FileButton({ children, onFile, accept, multiple = false, primary = false, loading = false, aria = {} }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  const take = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(target.files ?? [])];
    // Cleared, so that the same file can be chosen again after a correction.
    target.value = '';
    files.forEach(onFile);
  };
  return (
    <span className="m-file-button">
      <input
        ref={picker}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={aria.id ? undefined : children}
        {...aria}
        onClick={(event) => loading && event.preventDefault()}
        onChange={take}
      />
      <Button
        type={primary ? 'primary' : 'default'}
        tabIndex={-1}
        aria-hidden
        disabled={aria.disabled ?? false}
        loading={loading}
        onClick={() => picker.current?.click()}
      >
        {children}
      </Button>
    </span>
  );
}

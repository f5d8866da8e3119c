import Button from 'antd/es/button';
import { type ChangeEvent, useRef } from 'react';
import './file-button.css';

type FileButtonProps = {
  /** What the button says; names the input too where no label points to it. */
  children: string;
  onFile: (file: File) => void;
  accept?: string | undefined;
  primary?: boolean;
  loading?: boolean;
  /** `id`, `aria-*` and `disabled` of a form's field. */
  aria?: { id?: string; disabled?: boolean; 'aria-invalid'?: true | undefined; 'aria-describedby'?: string | undefined };
};

/**
 * One file by choosing. The browser's own input takes the keys and speaks to a screen reader, out of sight because its words
 * follow the browser's language; the button beside it is for the eye and the mouse, and shows where the focus is.
 */
export function FileButton({ children, onFile, accept, primary = false, loading = false, aria = {} }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  const take = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    // Emptied, so that the same file, mended meanwhile, can be chosen again.
    target.value = '';
    if (file) onFile(file);
  };
  return (
    <span className="m-file-button">
      <input
        ref={picker}
        type="file"
        accept={accept}
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

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from '../../layout/icons.tsx';
import { useT } from '../../providers/i18n.ts';

type Props = { title: string; onClose: () => void; children: ReactNode /** Placed beside the work, not in the middle. */; side?: boolean };

/** A panel over the station. The native dialog traps and restores the focus. Scans are still received. */
export function Sheet({ title, onClose, children, side = false }: Props) {
  const t = useT();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(function openDialog() {
    const own = dialog.current;
    if (own && !own.open) own.showModal();
    // The first focusable element of the dialog is its close button. A person who types means the field.
    own?.querySelector<HTMLElement>('input.s-field')?.focus();
    return () => own?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="s-sheet"
      data-side={side}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="s-sheet-body">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" className="s-icon" aria-label={t('buttons.close')} onClick={onClose}>
            <Icon name="close-circle" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

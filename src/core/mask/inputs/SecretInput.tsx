import { useState } from 'react';
import { asText } from '../kinds/kind.ts';
import { ariaOf, type InputProps } from './input.ts';

/**
 * A password or key. `new-password` keeps the browser from filling in one that it knows. People copy keys from other pages, so a button shows what was
 * pasted.
 */
export function SecretInput(props: InputProps) {
  const { field, value, onChange, disabled } = props;
  const { spec } = field;
  const [isShown, setShown] = useState(false);
  const label = field.t(isShown ? 'secret.hide' : 'secret.show');
  return (
    <span className="m-secret">
      <input
        {...ariaOf(props)}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        className="m-input m-mono"
        value={asText(value)}
        {...(spec.kind === 'secret' && spec.maxLength ? { maxLength: spec.maxLength } : {})}
        onChange={(event) => onChange(event.target.value)}
      />
      {/* A dialog may hold several keys, each with its button. */}
      <button
        type="button"
        className="m-button"
        aria-label={`${label}: ${field.text(spec.label)}`}
        disabled={disabled}
        onClick={() => setShown(!isShown)}
      >
        {label}
      </button>
    </span>
  );
}

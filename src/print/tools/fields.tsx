type NumberProps = { label: string; value: number; min: number; max: number; onChange: (value: number) => void };

/** A whole number within limits. A value outside becomes the nearest limit. */
export function NumberField({ label, value, min, max, onChange }: NumberProps) {
  return (
    <label className="pr-field">
      {label}
      <input
        className="m-input m-input-end"
        type="number"
        min={min}
        max={max}
        value={value}
        onChange={(event) => onChange(Math.min(max, Math.max(min, Math.trunc(Number(event.target.value)) || 0)))}
      />
    </label>
  );
}

type TextProps = { label: string; value: string; max: number; help?: string; onChange: (value: string) => void };

export function TextField({ label, value, max, help, onChange }: TextProps) {
  return (
    <label className="pr-field">
      {label}
      <input className="m-input" value={value} maxLength={max} onChange={(event) => onChange(event.target.value)} />
      {help ? <small className="m-quiet">{help}</small> : null}
    </label>
  );
}

type SelectProps = {
  label: string;
  value: string;
  all: readonly string[];
  nameOf: (one: string) => string;
  onChange: (value: string) => void;
};

export function SelectField({ label, value, all, nameOf, onChange }: SelectProps) {
  return (
    <label className="pr-field">
      {label}
      <select className="m-input" value={value} onChange={(event) => onChange(event.target.value)}>
        {all.map((one) => (
          <option key={one} value={one}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

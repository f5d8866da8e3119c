import { useT } from '../../../providers/i18n.ts';
import { useRelated } from '../data.ts';
import { useFields, useText } from '../field-context.ts';
import { Cell } from '../kinds/registry.tsx';

/** The first figures of a chosen record, such as what a customer owes, so that nobody has to look them up. */
export function ChosenFacts({ area, id }: { area: string; id: string }) {
  const t = useT();
  const text = useText();
  const field = useFields();
  const facts =
    useRelated(area, id)
      .data?.facts.filter(({ section }) => section === undefined)
      .slice(0, 2) ?? [];
  if (facts.length === 0) return null;
  return (
    <p className="m-quiet m-chosen-facts">
      {facts.map(({ key, label, spec, value, note }) => (
        <span key={key}>
          {text(label)}: <Cell value={value} field={field(key, spec, {})} />
          {note ? ` · ${typeof note.text === 'string' ? t(note.text, note.values) : text(note.text)}` : null}
        </span>
      ))}
    </p>
  );
}

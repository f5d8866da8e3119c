import { asList } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import type { EditorProps } from '../../../core/mask/parts.ts';
import { RightsBoxes } from './RightsBoxes.tsx';
import { usePrivilegeChoices } from './use-privilege-choices.ts';

/** The rights of a role or duty, chosen among all privileges. */
export function RightsInput({ field, id, value, disabled, describedBy, onChange, onLabels }: EditorProps) {
  const { data, isError, error, refetch } = usePrivilegeChoices();
  if (isError) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  const choose = (ids: string[]): void => {
    const words = new Map(data.map((choice) => [choice.id, choice.right]));
    onLabels({ [`${field.name}Labels`]: ids.map((one) => words.get(one) ?? one) });
    onChange(ids);
  };
  return (
    <fieldset className="rights" disabled={disabled} aria-label={field.text(field.spec.label)} aria-describedby={describedBy}>
      <RightsBoxes id={id} choices={data} chosen={asList(value)} onChoose={choose} />
    </fieldset>
  );
}

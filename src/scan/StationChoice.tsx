import type { Profile } from '#contract/scanning/commands';
import { Icon } from '../layout/icons.tsx';
import { useT } from '../providers/i18n.ts';
import { useCapture } from './capture/use-capture.ts';
import { choose, mayDo, type Station, useChosen } from './controller/chosen-station.ts';

/** The choice page has no station yet. It uses the default scanner settings, stored under this key. */
const NOWHERE = 'choice';

const firstOnes = (able: boolean) => (able ? 0 : 1);

/** Chooses the station of this device, by scanning its code or by a tap. */
export function StationChoice({ profile }: { profile: Profile }) {
  const t = useT();
  const { station, known } = useChosen();
  const stations = known.toSorted((a, b) => firstOnes(mayDo(a, profile)) - firstOnes(mayDo(b, profile)) || a.code.localeCompare(b.code));
  const take = (code: string): void => {
    const found = known.find((one) => one.code.toUpperCase() === code.trim().toUpperCase());
    if (found) choose(found);
  };
  useCapture(NOWHERE, ({ code }) => take(code));
  const title = t(`scan.profiles.${profile}.title`);
  return (
    <section className="s-choice">
      <h1>{title}</h1>
      <p>{t(`scan.profiles.${profile}.hint`)}</p>
      <h2>{station ? t('scan.choice.unable', { station: station.code, profile: title }) : t('scan.choice.title')}</h2>
      <p>{t('scan.choice.text')}</p>
      {known.length === 0 && <p className="s-empty">{t('scan.choice.none')}</p>}
      <ul>
        {stations.map((one) => (
          <li key={one.id}>
            <StationCard station={one} able={mayDo(one, profile)} onTake={() => choose(one)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type CardProps = { station: Station; able: boolean; onTake: () => void };

function StationCard({ station: { code, name, profiles }, able, onTake }: CardProps) {
  const t = useT();
  return (
    <button type="button" disabled={!able} onClick={onTake}>
      <Icon name="tablet" />
      <span>
        <code>{code}</code>
        <strong>{name}</strong>
        <small>
          {profiles.length === 0 ? t('scan.choice.everything') : profiles.map((one) => t(`scan.profiles.${one}.title`)).join(', ')}
        </small>
      </span>
    </button>
  );
}

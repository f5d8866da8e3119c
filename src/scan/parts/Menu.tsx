import { useLogout } from '@refinedev/core';
import { Link } from 'react-router';
import type { Profile } from '#contract/scanning/commands';
import { STATION_PATHS } from '#contract/scanning/station-paths';
import { openHelpAt } from '../../core/help/help.ts';
import { Icon } from '../../layout/icons.tsx';
import { toggleFullscreen } from '../../layout/popup.ts';
import { mayOpen } from '../../providers/access.ts';
import { useT } from '../../providers/i18n.ts';
import { choose, profilesOf, type Station } from '../controller/chosen-station.ts';
import { Sheet } from './Sheet.tsx';

type Props = { profile: Profile; station: Station; onSettings: () => void; onClose: () => void };

/** The station menu: another task at this station, another station, the office, sign out. */
export function Menu({ profile, station, onSettings, onClose }: Props) {
  const t = useT();
  const { mutate: logout } = useLogout();
  const help = (): void => {
    onClose();
    void openHelpAt(STATION_PATHS[profile]);
  };
  const open = profilesOf(station).filter((one) => mayOpen(STATION_PATHS[one]));
  return (
    <Sheet title={`${station.code} · ${station.name}`} onClose={onClose} side>
      <nav className="s-menu" aria-label={t('scan.station.here')}>
        <h3>{t('scan.station.here')}</h3>
        <ul>
          {open.map((one) => (
            <li key={one}>
              <Link to={STATION_PATHS[one]} aria-current={one === profile ? 'page' : undefined} onClick={onClose}>
                {t(`scan.profiles.${one}.title`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="s-choices">
        <button type="button" className="s-button" onClick={onSettings}>
          <Icon name="setting" /> {t('scan.station.settings')}
        </button>
        <button type="button" className="s-button" onClick={help}>
          <Icon name="question" /> {t('shell.help')}
        </button>
        <button type="button" className="s-button" onClick={() => void toggleFullscreen()}>
          <Icon name="layout" /> {t('shell.fullscreen')}
        </button>
        <button type="button" className="s-button" onClick={() => choose(null)}>
          <Icon name="swap" /> {t('scan.choice.other')}
        </button>
        <Link className="s-button" to="/home">
          <Icon name="home" /> {t('shell.toHome')}
        </Link>
        <button type="button" className="s-button" onClick={() => logout()}>
          <Icon name="lock" /> {t('session.logout')}
        </button>
      </div>
    </Sheet>
  );
}

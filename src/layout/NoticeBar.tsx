import { Banners } from './banners.tsx';
import { SessionWarning } from './SessionWarning.tsx';
import { isWarning, useSessionLeft } from './session-watch.ts';

/** One line above the sheet, only while something is unread. The end of the session comes before announcements. */
export function NoticeBar() {
  const ending = useSessionLeft((state) => isWarning(state.minutes));
  return <div className="k-notices">{ending ? <SessionWarning /> : <Banners />}</div>;
}

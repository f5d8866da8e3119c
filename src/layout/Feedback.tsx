import AntdApp from 'antd/es/app';
import Button from 'antd/es/button';
import { useEffect, useMemo } from 'react';
import { TOAST_SECONDS } from '#contract/core/limits';
import { type Speaker, setSpeaker } from '../providers/feedback.ts';
import { translate } from '../providers/i18n.ts';
import { newId } from '../providers/new-id.ts';

const MOBILE_ALERT = 320;
const ALERT = 416;

/** Shows the messages of calls: alerts, toasts of five seconds, notices. The same message shows once. */
export function Feedback() {
  const { message, modal, notification } = AntdApp.useApp();
  const speaker = useMemo<Speaker>(
    () => ({
      alert: ({ title, text, mobile }) =>
        void modal.warning({
          title: title ?? text,
          content: title ? <div className="k-alert-text">{text}</div> : null,
          okText: translate('buttons.ok'),
          width: mobile ? MOBILE_ALERT : ALERT,
          centered: mobile,
          className: mobile ? 'k-alert-mobile' : '',
        }),
      toast: (kind, text) => void message.open({ key: `${kind}:${text}`, type: kind, content: text, duration: TOAST_SECONDS }),
      notify: ({ key, kind, title, text, seconds, action, other, onDismiss }) => {
        // Two notices may have the same title, such as two print requests. Only a caller's key makes one replace another.
        const name = key ?? newId();
        let answered = false;
        const answer = (run?: () => void): void => {
          answered = true;
          notification.destroy(name);
          run?.();
        };
        notification.open({
          key: name,
          type: kind,
          message: title,
          description: text,
          duration: seconds ?? TOAST_SECONDS,
          closable: { 'aria-label': translate('buttons.close') },
          onClose: () => (answered ? undefined : onDismiss?.()),
          actions: action && (
            <div className="k-notice-actions">
              {other ? (
                <Button size="small" onClick={() => answer(other.run)}>
                  {other.label}
                </Button>
              ) : null}
              <Button
                type="primary"
                size="small"
                // The window belongs to this application and reads its print order from its opener's session storage.
                {...('href' in action ? { href: action.href, target: '_blank', rel: 'opener' } : {})}
                onClick={() => answer('run' in action ? action.run : undefined)}
              >
                {action.label}
              </Button>
            </div>
          ),
        });
      },
      close: (key) => notification.destroy(key),
    }),
    [message, modal, notification],
  );
  useEffect(
    function lendVoice() {
      setSpeaker(speaker);
      return () => setSpeaker(null);
    },
    [speaker],
  );
  return null;
}

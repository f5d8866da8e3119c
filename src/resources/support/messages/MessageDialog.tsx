import Input from 'antd/es/input';
import Modal from 'antd/es/modal';
import Select from 'antd/es/select';
import { useEffect, useId, useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { Row } from '../../../core/mask/kinds/kind.ts';
import { fieldErrors } from '../../../providers/call-error.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { useT } from '../../../providers/i18n.ts';
import { request } from '../../../providers/request.ts';
import { useCall } from '../../../providers/use-call.ts';
import { useIntent } from '../../../providers/use-intent.ts';
import './message.css';

type Receiver = { kind: 'person' | 'role'; id: string; name: string; outside: boolean };

const WAIT = 200;
const keyOf = ({ kind, id }: Pick<Receiver, 'kind' | 'id'>): string => `${kind}:${id}`;

/** Possible recipients, by a part of the name. */
function useReceivers(search: string): Receiver[] {
  const [found, setFound] = useState<Receiver[]>([]);
  useEffect(
    function find() {
      const abort = new AbortController();
      const timer = setTimeout(() => {
        request<Receiver[]>('GET', '/v0/messages/receivers', { q: search, signal: abort.signal }).then(setFound, () => undefined);
      }, WAIT);
      return () => {
        clearTimeout(timer);
        abort.abort();
      };
    },
    [search],
  );
  return found;
}

type ToProps = { id: string; fixed: Receiver | null; value: string | null; onChange: (value: string) => void };

function ToInput({ id, fixed, value, onChange }: ToProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const found = useReceivers(search);
  const options = (fixed ? [fixed] : found).map((one) => ({
    value: keyOf(one),
    label: [one.name, one.kind === 'role' ? t('messages.write.role') : '', one.outside ? t('messages.write.outside') : '']
      .filter(Boolean)
      .join(' · '),
  }));
  return (
    <Select
      id={id}
      className="k-message-to"
      showSearch
      filterOption={false}
      disabled={fixed !== null}
      placeholder={t('messages.write.search')}
      notFoundContent={t('messages.write.nobody')}
      value={value}
      options={options}
      onSearch={setSearch}
      onChange={onChange}
    />
  );
}

type Props = {
  /** The first row is the recipient. Without rows, the user chooses. */
  rows?: readonly Row[];
  onClose: (changed: boolean) => void;
};

/** Sends a message to a user or to everybody with a role. Shown at once, and stored for users who are not signed in. */
export function MessageDialog({ rows = [], onClose }: Props) {
  const call = useCall();
  const t = useT();
  const formId = useId();
  const [person] = rows;
  const fixed: Receiver | null = person ? { kind: 'person', id: String(person['id']), name: String(person['name']), outside: false } : null;
  const [to, setTo] = useState<string | null>(fixed ? keyOf(fixed) : null);
  const [words, setWords] = useState({ title: '', text: '', link: '' });
  const [errors, setErrors] = useState<FieldError[]>([]);
  const [busy, setBusy] = useState(false);
  const intentOf = useIntent();

  const send = async (): Promise<void> => {
    const [kind, id] = [to?.slice(0, to.indexOf(':')), to?.slice(to.indexOf(':') + 1)];
    setBusy(true);
    try {
      const body = { to: kind === 'role' ? { role: id } : { userId: id }, ...words };
      const { receivers } = await call<{ receivers: number }>('POST', '/v0/messages/send', {
        body,
        handles: ['InvalidInput'],
        intent: intentOf(JSON.stringify(body)),
      });
      showNotice({ kind: 'success', title: t('messages.write.sent', { n: receivers }) });
      onClose(true);
    } catch (error) {
      setErrors(fieldErrors(error));
    } finally {
      setBusy(false);
    }
  };
  const faultsOf = (name: string): string =>
    errors
      .filter(({ path }) => path === name || path.startsWith(`${name}.`))
      .map(({ rule, params }) => t(`rules.${rule}`, params))
      .join(' ');
  const field = (name: keyof typeof words) => ({
    id: `${formId}${name}`,
    value: words[name],
    status: faultsOf(name) === '' ? ('' as const) : ('error' as const),
    'aria-describedby': `${formId}${name}fault`,
    onChange: (event: { target: { value: string } }) => setWords({ ...words, [name]: event.target.value }),
  });

  const fault = (name: string) => {
    const text = faultsOf(name);
    return text === '' ? null : (
      <p id={`${formId}${name}fault`} role="alert">
        {text}
      </p>
    );
  };

  return (
    <Modal
      open
      title={t('messages.actions.write')}
      okText={t('messages.write.send')}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: to === null || words.title.trim() === '' }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
    >
      <div className="k-message">
        <label htmlFor={`${formId}to`}>{t('messages.fields.toId')}</label>
        <ToInput id={`${formId}to`} fixed={fixed} value={to} onChange={setTo} />
        {fault('to')}
        <label htmlFor={`${formId}title`}>{t('messages.fields.title')}</label>
        <Input {...field('title')} maxLength={120} />
        {fault('title')}
        <label htmlFor={`${formId}text`}>{t('messages.fields.text')}</label>
        <Input.TextArea {...field('text')} maxLength={1000} rows={4} />
        {fault('text')}
        <label htmlFor={`${formId}link`}>{t('messages.write.link')}</label>
        <Input {...field('link')} maxLength={300} placeholder={t('messages.write.linkHint')} />
        {fault('link')}
      </div>
    </Modal>
  );
}

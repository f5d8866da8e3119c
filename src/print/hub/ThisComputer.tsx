import Button from 'antd/es/button';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useEffect, useId, useState } from 'react';
import { PAPER_KINDS, type PaperKind } from '#contract/printing/jobs';
import { showToast } from '../../providers/feedback.ts';
import { useT } from '../../providers/i18n.ts';
import { AgentStatus } from './AgentStatus.tsx';
import { connectAgent, findAgent, pairAgent, useAgent } from './agent.ts';
import { agentKey } from './calls.ts';
import { choosePrinter, chosenPrinter, printerNamed, stationHere } from './choices.ts';
import { printNow } from './hub.ts';
import './hub.css';

function Pairing({ agentId }: { agentId: string }) {
  const t = useT();
  const id = useId();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);
  const pair = async (): Promise<void> => {
    const fault = await pairAgent(agentId, code.trim(), await agentKey(agentId));
    setWrong(fault !== null);
    if (fault === null) showToast('success', t('printers.hub.paired'));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        pair().catch(() => undefined);
      }}
    >
      <label htmlFor={id}>{t('printers.hub.code')}</label>
      <div className="ph-row">
        <Input
          id={id}
          value={code}
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="primary" htmlType="submit" disabled={!/^\d{6}$/.test(code.trim())}>
          {t('printers.hub.pair')}
        </Button>
      </div>
      <p role={wrong ? 'alert' : undefined}>{t(wrong ? 'printers.hub.wrongCode' : 'printers.hub.codeHint')}</p>
    </form>
  );
}

async function testPrint(paper: PaperKind, name: string): Promise<void> {
  const record = { code: 'KONTOR-TEST', title: 'Kontor', hint: name };
  await printNow({ document: 'calibrationLabel', records: [record], title: `Test · ${name}` }, await printerNamed(name, paper));
}

function Choice({ paper, printers }: { paper: PaperKind; printers: readonly string[] }) {
  const t = useT();
  const id = useId();
  const [name, setName] = useState(() => chosenPrinter(paper));
  const known = name !== null && !printers.includes(name) ? [...printers, name] : printers;
  return (
    <div>
      <label htmlFor={id}>{t(`printers.paper.${paper}`)}</label>
      <div className="ph-row">
        <Select
          id={id}
          value={name}
          allowClear
          placeholder={t('printers.hub.none')}
          options={known.map((value) => ({ value, label: value }))}
          onChange={(next: string | undefined) => {
            setName(next ?? null);
            choosePrinter(paper, next ?? null);
          }}
        />
        <Button disabled={name === null} onClick={() => name !== null && void testPrint(paper, name).catch(() => undefined)}>
          {t('printers.hub.test')}
        </Button>
      </div>
    </div>
  );
}

/** Print settings of this computer: its agent, and a printer for each kind of paper, stored in this browser by station. */
export function ThisComputer() {
  const t = useT();
  const { state, printers } = useAgent();
  const [agentId, setAgentId] = useState<string | null>(null);
  const station = stationHere();
  useEffect(function look() {
    findAgent().catch(() => undefined);
  }, []);
  const connect = (): void => {
    connectAgent().then(setAgentId, () => undefined);
  };
  return (
    <div className="ph-computer">
      <p>
        <AgentStatus />
      </p>
      {state !== 'connected' && <p>{t('printers.hub.why')}</p>}
      {state !== 'connected' && <p>{t('printers.hub.policy')}</p>}
      <Button type={state === 'connected' ? 'default' : 'primary'} onClick={connect}>
        {t(state === 'connected' ? 'printers.hub.again' : 'printers.hub.connect')}
      </Button>
      {agentId !== null && state === 'unpaired' && <Pairing agentId={agentId} />}
      {station && <h3>{t('printers.hub.at', { code: station.code })}</h3>}
      {state === 'connected' && PAPER_KINDS.map((paper) => <Choice key={paper} paper={paper} printers={printers} />)}
    </div>
  );
}

import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { SETUP_STEPS, type SetupStep } from '#contract/settings/setup';
import { ListSkeleton, LoadError } from '../../core/mask/list/states.tsx';
import { useT } from '../../providers/i18n.ts';
import { CarriersStep } from './CarriersStep.tsx';
import { CompanyStep } from './CompanyStep.tsx';
import { ItemsStep } from './ItemsStep.tsx';
import { MerchantStep } from './MerchantStep.tsx';
import { PlacesStep } from './PlacesStep.tsx';
import { PrintersStep } from './PrintersStep.tsx';
import { SetupOverview } from './SetupOverview.tsx';
import type { StepProps } from './StepFrame.tsx';
import { UsersStep } from './UsersStep.tsx';
import { useSetup } from './use-setup.ts';
import '../../core/mask/mask.css';
import '../../core/mask/inputs/inputs.css';
import '../../core/mask/record/record.css';
import '../../core/mask/kinds/values.css';
import '../../core/mask/list/list.css';
import './setup.css';

const STEPS: Record<SetupStep, ComponentType<StepProps>> = {
  company: CompanyStep,
  places: PlacesStep,
  carriers: CarriersStep,
  printers: PrintersStep,
  merchant: MerchantStep,
  items: ItemsStep,
  users: UsersStep,
};

/** `/setup`: the steps with what is done and what is open. `?step=…` is the page of one step. */
export function SetupPage() {
  const t = useT();
  const [params] = useSearchParams();
  const { setup, error, retry, reload } = useSetup();
  const step = SETUP_STEPS.find((key) => key === params.get('step')) ?? null;
  if (error && !setup) return <LoadError error={error} onRetry={() => void retry()} />;
  if (setup === undefined) return <ListSkeleton rows={7} />;
  if (setup === null)
    return (
      <section className="k-state">
        <h1>{t('menu.setup')}</h1>
        <p>{t('setup.none')}</p>
      </section>
    );
  const Step = step === null ? null : STEPS[step];
  return Step ? <Step key={step} setup={setup} reload={reload} /> : <SetupOverview setup={setup} reload={reload} />;
}

/** In a dialog: what the act that it asks about would do to the account's licenses: who gets what back. */
import type { LicenseActWhatIf } from '@signet/contract/areas/licenses';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Failure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { useText } from '../../i18n/text.ts';
import { Busy } from '../../ui/Busy.tsx';
import { useAccountWhatIf, type LicenseAct } from './account-what-if.ts';
import { ByApplication } from './ByApplication.tsx';
import { FeatureName, keyOf, Shortages } from './Shortages.tsx';
import css from './what-if.module.css';

type Effect = LicenseActWhatIf['effects'][number];

export function AccountWhatIf({ accountId, act }: { accountId: string; act: LicenseAct }) {
  const query = useAccountWhatIf(accountId, act);
  return (
    <div className={css.below}>
      <WhatIfOf act={act} query={query} />
    </div>
  );
}

/** The same, of a question that the dialog asks itself. */
export function WhatIfOf({ act, query }: { act: LicenseAct; query: UseQueryResult<LicenseActWhatIf, Failure> }) {
  const { data, error } = query;
  if (error && !data) return <p role="alert">{problemText(error)}</p>;
  return data ? <Effects act={act} whatIf={data} /> : <Busy lines={2} />;
}

function Effects({ act, whatIf }: { act: LicenseAct; whatIf: LicenseActWhatIf }) {
  const t = useText();
  const { effects, shortages } = whatIf;
  if (effects.length === 0 && shortages.length === 0) return <p>{t('licenses.whatIf.none')}</p>;
  if (act === 'unlink') return <p>{t('licenses.whatIf.unlink', { count: effects.length })}</p>;
  return (
    <>
      <Shortages title={t('licenses.whatIf.partnerShort')} shortages={shortages} />
      {effects.length > 0 && (
        <>
          <p>{t(act === 'delete' ? 'licenses.whatIf.delete' : 'licenses.whatIf.reassign')}</p>
          <ByApplication items={effects} className={css.effects}>
            {(effect, named) => <EffectRow key={keyOf(effect)} effect={effect} named={named} />}
          </ByApplication>
        </>
      )}
    </>
  );
}

function EffectRow({ effect, named }: { effect: Effect; named: boolean }) {
  const words = useLicenseWords();
  return (
    <li>
      <FeatureName of={effect} withProduct={!named} />
      <span className={css.number}>{words.quantity(effect.moved)}</span>
      {effect.former_pool && <Left pool={effect.former_pool} />}
      {effect.pool && <Left pool={effect.pool} />}
    </li>
  );
}

/** What is left in a pool, before and after. */
function Left({ pool: { name, before, after } }: { pool: NonNullable<Effect['pool']> }) {
  const t = useText();
  const words = useLicenseWords();
  return (
    <span className={css.left}>
      {t('licenses.whatIf.left', {
        name: name ?? t('licenses.history.platform'),
        before: words.quantity(before),
        after: words.quantity(after),
      })}
    </span>
  );
}

/** The checks of an authority, each with how it stands and what was found. */
import type { Authority, AuthorityCheckResult } from '@signet/contract/areas/certificate-authorities';
import type { AuthorityCheck, CheckVerdict } from '@signet/contract/areas/certificate-authority-rules';
import { IconActivity, IconFileCertificate, IconHourglass, IconKey, IconPencilCheck } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { StatusBadge, StatusDot } from '../../ui/State.tsx';
import css from './authorities.module.css';

const ICONS = {
  list: IconFileCertificate,
  responder: IconActivity,
  end: IconHourglass,
  intentions: IconPencilCheck,
  key: IconKey,
} as const satisfies Record<AuthorityCheck, unknown>;

export function AuthorityHealth({ authority: { health } }: { authority: Authority }) {
  const t = useText();
  const needing = health.filter(({ verdict }) => verdict === 'wrong').length;
  return (
    <section aria-labelledby="authority-health">
      <div className={css.head}>
        <h2 id="authority-health">{t('authorities.health')}</h2>
        <span className="t3 sm">
          {needing === 0 ? t('authorities.healthWell') : t('authorities.healthNeeds', { count: needing })}
        </span>
      </div>
      <ul className={`card ${css.checks}`}>
        {health.map((result) => (
          <Check key={result.check} {...result} />
        ))}
      </ul>
    </section>
  );
}

function Check({ check, verdict, at }: AuthorityCheckResult) {
  const t = useText();
  const time = useDateTimeFormat();
  const Icon = ICONS[check];
  return (
    <li>
      <Icon size={18} stroke={1.75} aria-hidden className="t3" />
      <div className={css.what}>
        <b>{t(`authorities.check.${check}`)}</b>
        <span className="t3 xs">{t(`authorities.checkHelp.${check}`)}</span>
      </div>
      <Verdict verdict={verdict} />
      <span className={`t2 sm ${css.found}`}>
        {at === null ? t(`authorities.found.${check}`) : t(`authorities.foundAt.${check}`, { at: time(at) })}
      </span>
    </li>
  );
}

function Verdict({ verdict }: { verdict: CheckVerdict }) {
  const t = useText();
  const word = t(`authorities.verdict.${verdict}`);
  if (verdict === 'wrong') return <StatusBadge tone="ended">{word}</StatusBadge>;
  if (verdict === 'due') return <StatusBadge tone="warn">{word}</StatusBadge>;
  return <StatusDot on={verdict === 'well'}>{word}</StatusDot>;
}

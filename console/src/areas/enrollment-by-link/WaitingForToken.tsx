/** While no hardware token is there: what to do, that the page goes on by itself, and why nobody could look (S-407). */
import { IconLoader2, IconMail, IconShieldCheck, IconUsb } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { useAssistant, useConnection } from '../../shell/assistant/assistant.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Rosette } from '../../ui/Rosette.tsx';
import { causeText } from './cause-words.ts';
import css from './enrollment.module.css';
import { LookAgain } from './LookAgain.tsx';
import type { useTokens } from './use-tokens.ts';

type Props = { found: Pick<ReturnType<typeof useTokens>, 'error' | 'lookAnew' | 'isLooking'> };

export function WaitingForToken({ found: { error, lookAnew, isLooking } }: Props) {
  const t = useText();
  const version = useConnection(useAssistant()).hello?.version ?? '';
  return (
    <>
      {error === null ? (
        <Banner tone="warn">{t('enrollment.noToken')}</Banner>
      ) : (
        <Banner tone="bad">{causeText(error)}</Banner>
      )}
      <div className={css.waiting}>
        <Rosette icon={IconUsb} />
        <h2>{t('enrollment.waiting')}</h2>
        <p>{t('enrollment.waitingHelp')}</p>
        <span role="status" className={css.live}>
          <IconLoader2 size={16} stroke={1.75} className="spin" aria-hidden />
          {t(error === null ? 'enrollment.looksOn' : 'enrollment.loadingTokens')}
        </span>
        <LookAgain busy={isLooking} onLook={lookAnew} />
      </div>
      <div className={css.help}>
        <h2>{t('enrollment.nothingHappens')}</h2>
        <ul>
          <li>
            <IconUsb size={17} stroke={1.75} aria-hidden />
            <span>{t('enrollment.help.hub')}</span>
          </li>
          <li>
            <IconShieldCheck size={17} stroke={1.75} aria-hidden />
            <span>{t('enrollment.help.running', { version })}</span>
          </li>
          <li>
            <IconMail size={17} stroke={1.75} aria-hidden />
            <span>{t('enrollment.help.ask')}</span>
          </li>
        </ul>
      </div>
    </>
  );
}

/** While it goes on by itself: what is being done, and where the person is asked (S-106). */
import { IconLoader2 } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { PublicPage } from '../../shell/public/PublicPage.tsx';
import css from './enrollment.module.css';
import type { Stage } from './installation.ts';

type Props = { steps: { steps: string[]; step: number }; stage: Stage; renews: boolean };

/** `renews`: the key of the certificate before has to sign for the new one. */
export function Installing({ steps, stage, renews }: Props) {
  const t = useText();
  return (
    <PublicPage {...steps} title={t('enrollment.installing')} intro={t('enrollment.installingIntro')}>
      <div className={css.installing} role="status">
        <IconLoader2 size={28} stroke={1.75} className="spin" aria-hidden />
        <p>{t(`enrollment.stage.${stage}`)}</p>
        {stage === 'key' && <p className="t2">{t('enrollment.stage.keyHelp')}</p>}
        {stage === 'certificate' && renews && <p className="t2">{t('enrollment.stage.renewHelp')}</p>}
        {stage === 'install' && <p className="t2">{t('enrollment.stage.installHelp')}</p>}
      </div>
    </PublicPage>
  );
}

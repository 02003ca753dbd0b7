/** The last step: the assistant makes the key, the platform the certificate, and the assistant installs it. */
import { Button } from '@mantine/core';
import type { Token } from '@signet/contract/assistant/key-stores';
import { useText } from '../../i18n/text.ts';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { CertificateFacts } from './CertificateFacts.tsx';
import css from './enrollment.module.css';
import type { Opened } from './opened.ts';
import type { FormValues } from './form-values.ts';
import { Installing } from './Installing.tsx';
import { InstallFailure } from './InstallFailure.tsx';
import { IssuedFacts } from './IssuedFacts.tsx';
import { OldGoesOn } from './OldGoesOn.tsx';
import { ReplacedKey } from './ReplacedKey.tsx';
import { SignInLink } from './SignInLink.tsx';
import { useSteps } from './steps.ts';
import { nameOfToken } from './token-rules.ts';
import { useInstallation } from './use-installation.ts';

type Props = Opened & { values: FormValues; token: Token; onBack?: () => void };

export function InstallStep({ onBack, ...props }: Props) {
  const t = useText();
  const { enrollment, values, token } = props;
  const steps = useSteps(enrollment)('certificate');
  const { stage, stopped, issued, isBegun, go } = useInstallation(props);
  const name = nameOfToken(token);
  if (issued)
    return (
      <PublicPage {...steps} title={t('enrollment.ready')} intro={t('enrollment.installedIn', { name })}>
        <div className={css.outcome}>
          <Banner tone="ok">
            <b>{t('enrollment.installed')}</b> {enrollment.signs_in && t('enrollment.installedHelp')}
          </Banner>
        </div>
        {enrollment.signs_in && (
          <PublicActions>
            <SignInLink />
          </PublicActions>
        )}
        <OldGoesOn enrollment={enrollment} />
        <IssuedFacts enrollment={enrollment} issued={issued} />
      </PublicPage>
    );
  if (stage) return <Installing steps={steps} stage={stage} renews={enrollment.renews !== null} />;
  return (
    <PublicPage
      {...steps}
      title={t('enrollment.createTitle')}
      intro={t(enrollment.keystore_location === 'hardware_token' ? 'enrollment.inToken' : 'enrollment.inSoftware', {
        name,
      })}
    >
      {stopped && (
        <div className={css.outcome}>
          <InstallFailure stopped={stopped} enrollment={enrollment} keystore={name} />
        </div>
      )}
      {!isBegun && <ReplacedKey enrollment={enrollment} token={token} />}
      <CertificateFacts enrollment={enrollment} values={values} />
      <PublicActions>
        <Button size="md" variant="filled" onClick={go}>
          {t(stopped ? 'common.tryAgain' : isBegun ? 'enrollment.goOn' : 'enrollment.create')}
        </Button>
        {onBack && !isBegun && (
          <Button size="md" variant="subtle" color="gray" onClick={onBack}>
            {t('enrollment.otherToken')}
          </Button>
        )}
      </PublicActions>
      <p className={css.note}>{t(isBegun ? 'enrollment.begunNote' : 'enrollment.createNote')}</p>
    </PublicPage>
  );
}

/** Why it stopped, at which step, and what is kept (S-108, S-402, S-403, S-408). */
import type { PublicEnrollment } from '@signet/contract/areas/enrollment-by-link';
import { useText } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { causeText } from './cause-words.ts';
import type { Halt } from './use-installation.ts';

type Props = {
  stopped: Halt;
  enrollment: PublicEnrollment;
  /** What the key store is called. */
  keystore: string;
};

export function InstallFailure({ stopped: { stage, cause, serial }, enrollment, keystore }: Props) {
  const t = useText();
  const isDevice = stage === 'install' && enrollment.enrollment_method === 'DDC';
  return (
    <Banner tone="bad">
      <b>{t(`enrollment.failed.${stage}`)}</b> {causeText(cause)}
      {isDevice && (
        <>
          <br />
          {t('enrollment.noSuchCertificate', { serial, keystore })}
        </>
      )}
    </Banner>
  );
}

/** Enables a package after a question that says what it adds. */
import { gainedFeatures, type PackageCode, type PackagedApplication } from '@signet/contract/areas/package-catalogue';
import { change, invalidate } from '../../api/change.ts';
import { asFailure } from '../../api/failure.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmAction } from '../../shell/confirm/ConfirmAction.tsx';
import css from './packages.module.css';

const ENABLE = 'PUT /account/ui-api/v1/package/account/{id}/application/{app}';

type Props = {
  account: { id: string; name: string };
  application: PackagedApplication;
  held: PackageCode | null;
  to: PackageCode;
};

export function EnablePackage({ account, application, held, to }: Props) {
  const t = useText();
  const name = t(`packages.name.${to}`);
  async function enable() {
    try {
      await change(ENABLE, {
        params: { id: account.id, app: application },
        body: { package_code: to, old_package_code: held },
      });
    } catch (thrown) {
      // Somebody else was faster: the notice says who, the page shows what holds now.
      if (asFailure(thrown).status === 'PACKAGE_CHANGED') await invalidate([ENABLE]);
      throw thrown;
    }
  }
  return (
    <ConfirmAction
      label={t('packages.enable', { package: name })}
      title={t('packages.enableTitle', { package: name, account: account.name })}
      act={t('packages.enable', { package: name })}
      danger={false}
      run={enable}
      done="packages.enabled"
      button={{ size: 'xs' }}
    >
      <p>
        {t('packages.enableBody', {
          application: t(`product.${application}`),
          held: held ?? 'none',
          heldName: held === null ? '' : t(`packages.name.${held}`),
        })}
      </p>
      <p className={css.gains}>{t('packages.gains')}</p>
      <ul className={css.gained}>
        {gainedFeatures(application, held, to).map((feature) => (
          <li key={feature}>{t(`packages.feature.${feature}`)}</li>
        ))}
      </ul>
    </ConfirmAction>
  );
}

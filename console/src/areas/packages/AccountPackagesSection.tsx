/** What an account holds of each application that has packages, with the way to compare them. */
import type { Account } from '@signet/contract/areas/accounts';
import { PACKAGED_APPLICATIONS } from '@signet/contract/areas/package-catalogue';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { Section } from '../../shell/detail/Section.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import css from './packages.module.css';

export default function AccountPackagesSection({ record }: { record: Account }) {
  return <Section>{() => <Held accountId={record.id} />}</Section>;
}

function Held({ accountId }: { accountId: string }) {
  const t = useText();
  const { data, error, refetch } = useApi('GET /account/ui-api/v1/package/account/{id}', { params: { id: accountId } });
  if (error && !data) return <Unread error={error} retry={refetch} />;
  if (!data) return <Busy />;
  return (
    <ul className={`card ${css.lines}`}>
      {PACKAGED_APPLICATIONS.map((application) => {
        const product = t(`product.${application}`);
        const held = data.packages.find((one) => one.application_code === application)?.package_code;
        return (
          <li key={application}>
            <span>{product}</span>
            <span className={held ? undefined : 't2'}>{held ? t(`packages.name.${held}`) : t('packages.none')}</span>
            <ButtonLink
              size="xs"
              to={paths.accountPackages(accountId, application)}
              aria-label={t('packages.compareOf', { application: product })}
            >
              {t('packages.compare')}
            </ButtonLink>
          </li>
        );
      })}
    </ul>
  );
}

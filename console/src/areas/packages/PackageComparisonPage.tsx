/** The packages of an application side by side, with the one that an account holds. */
import { isPackaged, type PackagedApplication } from '@signet/contract/areas/package-catalogue';
import { upgradesFrom } from '@signet/contract/areas/package-rules';
import { useParams } from '@tanstack/react-router';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useOtherAccount } from '../../shell/account/account-name.ts';
import { useCrumbName, useCrumbOwner, useParentCrumbName } from '../../shell/navigation/crumbs.ts';
import { NotFoundBody } from '../../shell/routing/NotFound.tsx';
import { UnreadPage } from '../../shell/routing/UnreadPage.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { PackageNote } from './PackageNote.tsx';
import { PackageTable } from './PackageTable.tsx';
import css from './packages.module.css';

type Params = { id?: string; application?: string; applicationId?: string };

/** Both parameters of the address are the app_code. */
export default function PackageComparisonPage() {
  const { id = '', application = '', applicationId }: Params = useParams({ strict: false });
  if (!isPackaged(application) || application !== applicationId) return <NotFoundBody />;
  return <Comparison accountId={id} application={application} />;
}

function Comparison({ accountId, application }: { accountId: string; application: PackagedApplication }) {
  const t = useText();
  const params = { id: accountId };
  const account = useApi('GET /account/ui-api/v1/account/{id}', { params });
  const packages = useApi('GET /account/ui-api/v1/package/account/{id}', { params });
  const title = t('packages.of', { application: t(`product.${application}`) });
  useCrumbName(title);
  useParentCrumbName(account.data?.display_name);
  useCrumbOwner(
    useOtherAccount(account.data && { account_id: account.data.id, account_name: account.data.display_name }),
  );
  if (account.data === undefined) return <UnreadPage query={account} />;
  if (packages.data === undefined) return <UnreadPage query={packages} />;
  const name = account.data.display_name;
  const { why_not: whyNot } = packages.data;
  const held = packages.data.packages.find((one) => one.application_code === application)?.package_code ?? null;
  return (
    <div className={css.page}>
      <PageTitle title={title} lead={t('packages.lead', { account: name })} />
      <PackageNote account={name} whyNot={whyNot} isHighest={upgradesFrom(held).length === 0} />
      <PackageTable
        title={title}
        application={application}
        account={{ id: accountId, name }}
        held={held}
        whyNot={whyNot}
      />
    </div>
  );
}

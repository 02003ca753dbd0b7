/**
 * Edits the license of an account for one application, for whoever may manage it; the account's other sections
 * are locked meanwhile.
 */
import { licenseAccess, whatLacks } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import { APP_CODES, type AppCode } from '@signet/contract/viewer';
import { useParams } from '@tanstack/react-router';
import { useSelf } from '../../session/permissions.ts';
import type { OutlineProps } from '../../shell/detail/record-section.ts';
import { NoPermission } from '../../shell/permission/refusals.ts';
import { NotFoundBody } from '../../shell/routing/NotFound.tsx';
import { AccountLicense } from './AccountLicense.tsx';

type Props = OutlineProps<Account>;

const isAppCode = (code: string): code is AppCode => APP_CODES.some((one) => one === code);

export default function LicenseEditPage({ sections }: Props) {
  const { id = '', app = '' }: { id?: string; app?: string } = useParams({ strict: false });
  const self = useSelf();
  if (!isAppCode(app)) return <NotFoundBody />;
  const manage = licenseAccess.manage(app);
  const lack = whatLacks(manage, self);
  if (lack) return <NoPermission access={manage} lack={lack} />;
  return <AccountLicense id={id} app={app} sections={sections} />;
}

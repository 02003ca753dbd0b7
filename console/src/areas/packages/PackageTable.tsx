/** The comparison itself: a column for each package, features in four groups, and what can be done. */
import {
  PACKAGE_CATALOGUE,
  PACKAGES,
  packageId,
  type PackageCode,
  type PackagedApplication,
  type PackageFeature,
} from '@signet/contract/areas/package-catalogue';
import { whyNotUpgrade } from '@signet/contract/areas/package-rules';
import type { AccountPackages } from '@signet/contract/areas/packages';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { AS } from '../../shell/list/table-roles.ts';
import { StatusBadge } from '../../ui/State.tsx';
import { ContactSales } from './ContactSales.tsx';
import { EnablePackage } from './EnablePackage.tsx';
import css from './packages.module.css';

type Props = {
  title: string;
  application: PackagedApplication;
  account: { id: string; name: string };
  held: PackageCode | null;
  whyNot: AccountPackages['why_not'];
};

export function PackageTable({ title, application, account, held, whyNot }: Props) {
  const t = useText();
  const columnOf = (code: PackageCode) => (code === held ? css.held : undefined);
  return (
    <table {...AS.table} className={css.table}>
      <caption className="vh">{title}</caption>
      <thead {...AS.group}>
        <tr {...AS.row}>
          <th {...AS.head} scope="col">
            {t('packages.head')}
          </th>
          {PACKAGES.map((code) => (
            <th key={code} {...AS.head} scope="col" className={columnOf(code)}>
              <PackageName code={code} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...AS.group}>
        <tr {...AS.row} className={css.own}>
          <th {...AS.rowHead} scope="row">
            {t('packages.thisAccount')}
          </th>
          {PACKAGES.map((code) => (
            <td key={code} {...AS.cell} className={columnOf(code)}>
              <span className={css.of}>
                <PackageName code={code} />
              </span>
              <Standing {...{ code, application, account, held, whyNot }} />
            </td>
          ))}
        </tr>
      </tbody>
      {PACKAGE_CATALOGUE[application].map(({ category, features }) => (
        <tbody key={category} {...AS.group}>
          <tr {...AS.row} className={css.category}>
            <th {...AS.rowHead} scope="rowgroup" colSpan={PACKAGES.length + 1}>
              {t(`packages.category.${category}`)}
            </th>
          </tr>
          {features.map((feature) => (
            <FeatureRow key={feature.featureId} feature={feature} columnOf={columnOf} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Name, what it is for, and the id that calls take. */
function PackageName({ code }: { code: PackageCode }) {
  const t = useText();
  return (
    <>
      <span className={css.name}>{t(`packages.name.${code}`)}</span>
      <span className={css.line}>{t(`packages.line.${code}`)}</span>
      <code className={css.code}>{packageId(code)}</code>
    </>
  );
}

/** What a package is to the account: the one it holds, part of it, or one it may go to. */
function Standing({ code, application, account, held, whyNot }: Omit<Props, 'title'> & { code: PackageCode }) {
  const t = useText();
  if (held !== null && code === held) return <StatusBadge tone="ok">{t('packages.current')}</StatusBadge>;
  if (held !== null && whyNotUpgrade(held, code))
    return <span className="t2">{t('packages.contained', { package: t(`packages.name.${held}`) })}</span>;
  if (whyNot === null) return <EnablePackage account={account} application={application} held={held} to={code} />;
  return whyNot.status === 'CONTACT_SALES' ? <ContactSales /> : null;
}

type RowProps = { feature: PackageFeature; columnOf: (code: PackageCode) => string | undefined };

function FeatureRow({ feature: { featureId, availability }, columnOf }: RowProps) {
  const t = useText();
  return (
    <tr {...AS.row}>
      <th {...AS.rowHead} scope="row">
        {t(`packages.feature.${featureId}`)}
        <span className={css.line}>{t(`packages.featureLine.${featureId}`)}</span>
      </th>
      {PACKAGES.map((code) => (
        <td key={code} {...AS.cell} className={columnOf(code)}>
          {/* On a small screen, where the head of the column is not seen. */}
          <span className={css.of} aria-hidden>
            {t(`packages.name.${code}`)}
          </span>
          {availability[code] ? (
            <span className={css.yes}>
              <IconCheck size={16} stroke={2} aria-hidden />
              {t('packages.yes')}
            </span>
          ) : (
            <span className={css.no}>
              <IconMinus size={16} stroke={1.75} aria-hidden />
              {t('packages.no')}
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}

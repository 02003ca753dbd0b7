/** What the platform license says: its facts, and what it includes by product. */
import { ACCESS } from '@signet/contract/access';
import { daysBetween } from '@signet/contract/dates';
import type { CallResponse } from '../../api/call.ts';
import { useApi } from '../../api/query.ts';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { useDateFormat } from '../../session/profile.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { DetailSection } from '../../shell/detail/DetailPage.tsx';
import { useToday } from '../../session/today.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { DaysLeft, StatusBadge, Tag } from '../../ui/State.tsx';
import css from './settings.module.css';

type License = CallResponse<'GET /account/ui-api/v1/license/details'>;

export function LicenseSections() {
  const t = useText();
  const mayReplace = useAllows(ACCESS.license.replace);
  const { data, error, refetch } = useApi('GET /account/ui-api/v1/license/details');
  const replace = mayReplace && <ButtonLink to={paths.updateLicense()}>{t('license.update')}</ButtonLink>;
  if (error && !data && error.httpStatus === 404)
    return (
      <DetailSection title={t('license.title')} actions={replace}>
        <StatusBadge tone="off">{t('license.status.not_found')}</StatusBadge>
      </DetailSection>
    );
  if (error && !data) return <Unread error={error} retry={refetch} title="license.failed" />;
  if (!data) return <Busy />;
  const actions = (
    <>
      {data.evaluation && <StatusBadge tone="warn">{t('nav.evaluation')}</StatusBadge>}
      {replace}
    </>
  );
  return (
    <>
      <DetailSection title={t('license.title')} actions={actions}>
        <LicenseFacts license={data} />
      </DetailSection>
      <DetailSection title={t('license.includes')}>
        <ul className={css.products}>
          {data.applications.map((one) => (
            <Product key={one.app_code} {...one} />
          ))}
        </ul>
      </DetailSection>
    </>
  );
}

function LicenseFacts({ license }: { license: License }) {
  const t = useText();
  const date = useDateFormat();
  const days = daysBetween(useToday(), license.valid_until);
  return (
    <Facts
      facts={[
        {
          label: t('license.status'),
          value:
            license.status === 'valid' ? (
              <StatusBadge tone="ok">{t('license.status.valid')}</StatusBadge>
            ) : (
              <StatusBadge tone="warn">{t('license.status.expired')}</StatusBadge>
            ),
        },
        { label: t('license.edition'), value: license.edition },
        { label: t('license.holder'), value: license.holder },
        { label: t('license.issuer'), value: license.issuer },
        { label: t('license.from'), value: <DateText value={license.valid_from} text={date(license.valid_from)} /> },
        {
          label: t('license.until'),
          value: (
            <span className={css.beside}>
              <DateText value={license.valid_until} text={date(license.valid_until)} />
              {days >= 0 && <DaysLeft days={days} label={t('accounts.daysLeft', { days })} />}
            </span>
          ),
        },
      ]}
    />
  );
}

function Product({ app_code: code, features }: License['applications'][number]) {
  const words = useLicenseWords();
  return (
    <li className="card">
      <h3>{words.product(code)}</h3>
      <dl>
        {features.map((feature) => (
          <div key={`${feature.generation} ${feature.name}`}>
            <dt>
              {words.feature(feature.name)} <Tag>{feature.generation}</Tag>
            </dt>
            <dd className="num">{words.quantity(feature.quantity)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

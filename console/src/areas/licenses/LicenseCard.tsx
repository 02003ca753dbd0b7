/** The license of one application: what is allocated, used and left of each feature. */
import type { LicenseApplication, LicenseFeature } from '@signet/contract/areas/licenses';
import { UNLIMITED } from '@signet/contract/licensed-features';
import { IconPencil } from '@tabler/icons-react';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { AS } from '../../shell/list/table-roles.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { Tag } from '../../ui/State.tsx';
import { UsageBar } from '../../shell/licenses/UsageBar.tsx';
import { usageOf } from '../../shell/licenses/usage.ts';
import css from './licenses.module.css';

type Props = {
  application: LicenseApplication;
  /** The day whose figures stand below today's; null without one. */
  asOf: string | null;
  /** Where its license is edited. */
  editAt: string;
};

export function LicenseCard({ application, asOf, editAt }: Props) {
  const t = useText();
  const words = useLicenseWords();
  const { license_feature_version: version, why_not: whyNot } = application;
  const product = words.product(application.app_code);
  const features = application.features.filter(({ generation }) => generation === version);
  return (
    <div role="group" className={`card ${css.license}`} aria-label={product}>
      <header>
        <h3>{product}</h3>
        <Tag>{version}</Tag>
        {!whyNot.edit && (
          <ButtonLink to={editAt} leftSection={<IconPencil size={14} stroke={1.75} aria-hidden />}>
            {t('licenses.edit')}
            <span className="vh">: {product}</span>
          </ButtonLink>
        )}
      </header>
      {features.length === 0 ? (
        <p className={css.none}>{t('licenses.noneOfVersion', { version })}</p>
      ) : (
        <table {...AS.table} className={css.figures} aria-label={product}>
          <thead {...AS.group}>
            <tr {...AS.row}>
              <th {...AS.head}>{t('licenses.feature')}</th>
              <th {...AS.head} className={css.num}>
                {t('licenses.allocated')}
              </th>
              <th {...AS.head} className={css.num}>
                {t('licenses.used')}
              </th>
              <th {...AS.head} className={css.num}>
                {t('licenses.remaining')}
              </th>
              <th {...AS.head}>{t('licenses.usage')}</th>
            </tr>
          </thead>
          <tbody {...AS.group}>
            {features.map((feature) => (
              <FeatureRow key={feature.name} feature={feature} asOf={asOf} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

const INK = { fine: '', nearly: css.warning, used_up: css.danger } as const;

function FeatureRow({ feature: { name, attributes }, asOf }: { feature: LicenseFeature; asOf: string | null }) {
  const t = useText();
  const words = useLicenseWords();
  const date = useDateFormat();
  const { limit, used, remaining, draws_on: above, as_of: then } = attributes;
  const usage = usageOf(attributes);
  const isShared = usage.kind === 'above';
  // Of what it shares the rest is that of whoever is above, as far as the viewer may know it.
  const left = isShared ? (above?.left ?? null) : remaining;
  const ink = usage.kind === 'share' ? INK[usage.level] : '';
  /** That day's number under today's. */
  const before = (quantity: number | undefined) =>
    asOf !== null && (
      <span className={css.then}>{quantity === undefined ? t('common.none') : words.quantity(quantity)}</span>
    );
  return (
    <tr {...AS.row}>
      <th scope="row" className={css.name}>
        <span className="strong">{words.feature(name)}</span>
        {asOf !== null && <span className={css.then}>{t('licenses.onDay', { date: date(asOf) })}</span>}
      </th>
      <td {...AS.cell} className={css.num} data-of="allocated">
        {isShared ? t('licenses.shared') : words.quantity(limit)}
        {before(then?.limit)}
      </td>
      <td {...AS.cell} className={`${css.num} t2`} data-of="used">
        {words.number(used)}
        {before(then?.used)}
      </td>
      <td {...AS.cell} className={css.num} data-of="remaining">
        <span className={ink === '' ? css.wideOnly : `${css.wideOnly} strong ${ink}`}>
          {left === null ? t('licenses.shared') : words.quantity(left)}
        </span>
        {/* Where there is no head above it, the number says itself what it is. */}
        <span className={left === UNLIMITED ? `${css.smallOnly} ${css.word}` : css.smallOnly} aria-hidden>
          {left === UNLIMITED ? (
            words.quantity(left)
          ) : left === null ? (
            t('licenses.shared')
          ) : (
            <Rich
              text="licenses.left"
              params={{ count: words.number(left) }}
              tags={{ b: <b className={ink === '' ? undefined : ink} /> }}
            />
          )}
        </span>
        {before(then?.remaining)}
      </td>
      <td {...AS.cell} className={css.usage}>
        <UsageBar attributes={attributes} marked={asOf !== null} />
      </td>
    </tr>
  );
}

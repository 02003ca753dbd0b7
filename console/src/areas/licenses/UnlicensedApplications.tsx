/**
 * The applications of which an account has nothing and uses nothing: one line, with whose licenses it may use all the
 * same, and the ways to give it some of its own.
 */
import type { LicenseApplication } from '@signet/contract/areas/licenses';
import type { AppCode } from '@signet/contract/viewer';
import { languageTag } from '@signet/contract/locales';
import { IconChevronDown, IconPencil } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { useLocale, useText } from '../../i18n/text.ts';
import { useDrawnOn } from '../../shell/licenses/drawn-on.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import css from './licenses.module.css';

type Props = {
  applications: readonly LicenseApplication[];
  editAt: (app: AppCode) => string;
  /** Whether the ways stand open at first: where the account has nothing yet, they are what comes next. */
  startsOpen: boolean;
};

export function UnlicensedApplications({ applications, editAt, startsOpen }: Props) {
  const t = useText();
  const words = useLicenseWords();
  const names = new Intl.ListFormat(languageTag(useLocale()), { type: 'unit' });
  const [open, setOpen] = useState(startsOpen);
  const listId = useId();
  const line = t('licenses.noLicensesOf', {
    applications: names.format(applications.map(({ app_code }) => words.product(app_code))),
  });
  const drawnOn = useDrawnOn();
  const shown = applications.filter((one) => one.why_not.edit === null || sharedOf(one).length > 0);
  // Mostly all of them are shared with the same accounts, which is then said once over the list.
  const [whose, ...others] = new Set(shown.flatMap(sharedOf).map(({ above }) => drawnOn(above)));
  const forAll = others.length === 0 && shown.every((one) => sharedOf(one).length > 0) ? whose : undefined;
  if (shown.length === 0) return <p className={`card ${css.unlicensed}`}>{line}</p>;
  return (
    <div className={`card ${css.unlicensed}`}>
      <button type="button" aria-expanded={open} aria-controls={listId} onClick={() => setOpen(!open)}>
        <IconChevronDown size={16} stroke={1.75} aria-hidden />
        {line}
      </button>
      <div id={listId} hidden={!open}>
        {forAll !== undefined && <p className="t2">{forAll}</p>}
        <ul>
          {shown.map((application) => (
            <li key={application.app_code}>
              <div>
                {words.product(application.app_code)}
                <Shared application={application} saysWhose={forAll === undefined} />
              </div>
              {application.why_not.edit === null && (
                <ButtonLink
                  to={editAt(application.app_code)}
                  leftSection={<IconPencil size={14} stroke={1.75} aria-hidden />}
                >
                  {t('licenses.edit')}
                  <span className="vh">: {words.product(application.app_code)}</span>
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The features, of the generation in force, that are drawn from the pool of another account or the platform. */
const sharedOf = ({ features, license_feature_version: version }: LicenseApplication) =>
  features.flatMap(({ name, generation, attributes: { draws_on: above } }) =>
    generation === version && above ? [{ name, above }] : [],
  );

/** How many are left of each of them, and whose they are where the head of the list does not say so. */
function Shared({ application, saysWhose }: { application: LicenseApplication; saysWhose: boolean }) {
  const t = useText();
  const words = useLicenseWords();
  const drawnOn = useDrawnOn();
  const list = new Intl.ListFormat(languageTag(useLocale()), { type: 'unit' });
  return [...Map.groupBy(sharedOf(application), ({ above }) => drawnOn(above))].map(([line, features]) => {
    const left = features.flatMap(({ name, above }) =>
      above.left === null ? [] : `${words.feature(name)} ${words.quantity(above.left)}`,
    );
    return (
      <div key={line} className="t2">
        {saysWhose && <div>{line}</div>}
        {left.length > 0 && t('licenses.leftOfEach', { quantities: list.format(left) })}
      </div>
    );
  });
}

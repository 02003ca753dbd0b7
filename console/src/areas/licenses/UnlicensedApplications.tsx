/** The applications of which an account has nothing and uses nothing: one line, with the ways to give it something. */
import type { LicenseApplication } from '@signet/contract/areas/licenses';
import type { AppCode } from '@signet/contract/viewer';
import { languageTag } from '@signet/contract/locales';
import { IconChevronDown, IconPencil } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { useLocale, useText } from '../../i18n/text.ts';
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
  const editable = applications.filter(({ why_not: { edit } }) => edit === null);
  if (editable.length === 0) return <p className={`card ${css.unlicensed}`}>{line}</p>;
  return (
    <div className={`card ${css.unlicensed}`}>
      <button type="button" aria-expanded={open} aria-controls={listId} onClick={() => setOpen(!open)}>
        <IconChevronDown size={16} stroke={1.75} aria-hidden />
        {line}
      </button>
      <ul id={listId} hidden={!open}>
        {editable.map(({ app_code: app }) => (
          <li key={app}>
            {words.product(app)}
            <ButtonLink to={editAt(app)} leftSection={<IconPencil size={14} stroke={1.75} aria-hidden />}>
              {t('licenses.edit')}
              <span className="vh">: {words.product(app)}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The breadcrumb: from the account downwards, the last part is text (S-094); a page below another has the way back to
 * it (S-013, S-095), unless the navigation has an entry for it. A page that this person may not open is named and no
 * link.
 */
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAccountName } from '../account/account-name.ts';
import { useCrumbs, useOwnerOfPage, useWayBack } from './crumbs.ts';
import { isEntry } from './navigation.ts';
import { PageLink } from '../routing/PageLink.tsx';
import { WithDates } from '../../ui/DateText.tsx';
import css from '../frame/frame.module.css';

export function Crumbs() {
  const t = useText();
  const crumbs = useCrumbs();
  const account = useAccountName();
  const owner = useOwnerOfPage();
  const back = useWayBack();
  return (
    <nav className={css.crumbs} aria-label={t('shell.crumbs')}>
      {back && !isEntry(crumbs.at(-1)?.to ?? '') && (
        <PageLink to={back} className={css.back}>
          <IconArrowLeft size={14} stroke={1.75} aria-hidden />
          {t('common.back')}
        </PageLink>
      )}
      <ol>
        {[{ text: owner ?? account, to: paths.home(), open: true }, ...crumbs].map((crumb, index, all) => (
          <li key={`${index} ${crumb.to}`}>
            {index === all.length - 1 ? (
              <span className="clamp" aria-current="page" title={crumb.text}>
                <WithDates>{crumb.text}</WithDates>
              </span>
            ) : (
              <>
                {crumb.open ? (
                  <PageLink to={crumb.to} className="clamp" title={crumb.text}>
                    {crumb.text}
                  </PageLink>
                ) : (
                  <span className="clamp">{crumb.text}</span>
                )}
                <IconChevronRight size={12} stroke={1.75} aria-hidden />
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The entries of the side navigation; in the drawer of small screens the same ones. */
import { ACCESS } from '@signet/contract/access';
import { useLocation } from '@tanstack/react-router';
import { IconChevronDown } from '@tabler/icons-react';
import { useState, type MouseEvent } from 'react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { Mark } from '../../ui/Mark.tsx';
import { useCrumbs } from './crumbs.ts';
import { currentEntry, type NavEntry } from './navigation.ts';
import { NavFoot } from './NavFoot.tsx';
import { PageLink } from '../routing/PageLink.tsx';
import { useNavigation } from './use-navigation.ts';
import css from '../frame/frame.module.css';

/** Hears of each click on an entry, also of those that open a tab beside this one. */
type OnFollow = (event: MouseEvent) => void;

export function SideNavigation({ onFollow }: { onFollow?: OnFollow }) {
  const t = useText();
  const entries = useNavigation();
  const { pathname } = useLocation();
  const trail = useCrumbs().map(({ to }) => to);
  const current = currentEntry(entries, pathname, trail);
  // Who has the page to begin a day with finds it here; everybody else the page they are sent to.
  const start = useAllows(ACCESS.accounts.view) ? paths.overview() : paths.home();
  return (
    <nav className={css.nav} aria-label={t('nav.main')}>
      <PageLink
        className={css.mark}
        to={start}
        aria-current={pathname === start ? 'page' : undefined}
        onClick={onFollow}
      >
        <Mark />
        Signet
      </PageLink>
      <ul>
        {entries.map((entry) =>
          entry.children ? (
            <Group key={entry.text} entry={entry} current={current} onFollow={onFollow} />
          ) : (
            <li key={entry.text}>
              <Entry entry={entry} current={current} onFollow={onFollow} />
            </li>
          ),
        )}
      </ul>
      <NavFoot />
    </nav>
  );
}

type EntryProps = { entry: NavEntry; current: NavEntry | null; onFollow: OnFollow | undefined };

function Entry({ entry, current, onFollow }: EntryProps) {
  const t = useText();
  const Icon = entry.icon;
  return (
    <PageLink to={entry.to} aria-current={current?.to === entry.to ? 'page' : undefined} onClick={onFollow}>
      {Icon && <Icon size={18} stroke={1.75} aria-hidden />}
      {t(entry.text)}
    </PageLink>
  );
}

function Group({ entry, current, onFollow }: EntryProps) {
  const t = useText();
  const [open, setOpen] = useState(true);
  const Icon = entry.icon;
  return (
    <li>
      <button type="button" className={css.group} aria-expanded={open} onClick={() => setOpen(!open)}>
        {Icon && <Icon size={18} stroke={1.75} aria-hidden />}
        {t(entry.text)}
        <IconChevronDown className={css.chevron} size={14} stroke={1.75} aria-hidden />
      </button>
      {open && (
        <ul className={css.sub}>
          {entry.children?.map((child) => (
            <li key={child.text}>
              <Entry entry={child} current={current} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

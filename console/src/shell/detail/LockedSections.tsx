/** A section of a record that is edited on a page of its own: the others stand beside it, locked until it is left. */
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { useSectionsOf, type RecordOutline } from './record-section.ts';
import css from './detail.module.css';

type Props<R> = {
  record: R;
  sections: readonly RecordOutline<R>[];
  /** The id of the section that is edited. */
  current: string;
  children: ReactNode;
};

export function LockedSections<R>({ record, sections, current, children }: Props<R>) {
  const t = useText();
  return (
    <div className={`${css.sections} ${css.beside}`}>
      <nav aria-label={t('detail.sections')}>
        <ul>
          {useSectionsOf(record, sections).map(({ id, title }) =>
            id === current ? (
              <li key={id} className={css.edited} aria-current="true">
                {t(title)}
              </li>
            ) : (
              <li key={id} className={css.locked} title={t('detail.locked')}>
                {t(title)}
                <IconLock size={13} stroke={1.75} aria-hidden />
                <span className="vh">, {t('detail.locked')}</span>
              </li>
            ),
          )}
        </ul>
      </nav>
      <div>{children}</div>
    </div>
  );
}

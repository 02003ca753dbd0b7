/** The sections of a record: each opens and closes; from two on, a navigation beside them leads to each. */
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import css from './detail.module.css';

export type SectionSpec = {
  /** Part of the address: `#contacts` opens it. */
  id: string;
  title: string;
  /** Shown behind the title, where the section is a list. */
  count?: number | undefined;
  actions?: ReactNode;
  /** Rendered only while the section is open, so that a closed one loads nothing. */
  content: () => ReactNode;
  /** Begins closed. */
  closed?: boolean;
};

export function DetailSections({ sections }: { sections: readonly SectionSpec[] }) {
  const t = useText();
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const base = useId();
  const isOpen = (section: SectionSpec) =>
    toggled[section.id] ?? (section.closed !== true || location.hash === `#${section.id}`);
  const show = (id: string) => {
    setToggled((before) => ({ ...before, [id]: true }));
    const heading = document.getElementById(`${base}${id}`);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  const list = (
    <div>
      {sections.map((section) => (
        <section key={section.id} className={css.section} aria-labelledby={`${base}${section.id}`}>
          <header>
            <h2>
              <button
                type="button"
                id={`${base}${section.id}`}
                className={css.toggle}
                aria-expanded={isOpen(section)}
                onClick={() => setToggled((before) => ({ ...before, [section.id]: !isOpen(section) }))}
              >
                <IconChevronDown size={16} stroke={1.75} aria-hidden />
                {section.title}
                {section.count !== undefined && <span className={css.badge}>{section.count}</span>}
              </button>
            </h2>
            {section.actions && <div className={css.acts}>{section.actions}</div>}
          </header>
          {isOpen(section) && section.content()}
        </section>
      ))}
    </div>
  );
  if (sections.length < 2) return list;
  return (
    <div className={css.sections}>
      <nav aria-label={t('detail.sections')}>
        <ul>
          {sections.map((section) => (
            <li key={section.id}>
              <button type="button" onClick={() => show(section.id)}>
                {section.title}
                {section.count !== undefined && <span className={css.badge}>{section.count}</span>}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {list}
    </div>
  );
}

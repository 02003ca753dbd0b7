/** A list of licensed features that stays short: where there are many, each application is opened on demand. */
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { useText } from '../../i18n/text.ts';
import css from './what-if.module.css';

/** So many are read at a glance. */
const AT_A_GLANCE = 4;

type Props<T> = {
  items: readonly T[];
  className: string | undefined;
  /** One item of the list; `named` where it stands below the name of its application. */
  children: (item: T, named: boolean) => ReactNode;
};

export function ByApplication<T extends { app_code: string }>({ items, className, children }: Props<T>) {
  if (items.length <= AT_A_GLANCE) return <ul className={className}>{items.map((item) => children(item, false))}</ul>;
  return (
    <ul className={css.applications}>
      {[...Map.groupBy(items, ({ app_code }) => app_code)].map(([app, features]) => (
        <Application key={app} app={app} count={features.length}>
          <ul className={className}>{features.map((item) => children(item, true))}</ul>
        </Application>
      ))}
    </ul>
  );
}

function Application({ app, count, children }: { app: string; count: number; children: ReactNode }) {
  const t = useText();
  const words = useLicenseWords();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <IconChevronDown size={16} stroke={1.75} aria-hidden />
        <span>{words.product(app)}</span>
        <span className={css.count}>{t('licenses.whatIf.features', { count })}</span>
      </button>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </li>
  );
}

import { useText } from '../../i18n/text.ts';

/** A text of a row that may be cut, and is whole when pointed at; says so where there is none. */
export function LongCell({ children }: { children: string }) {
  const t = useText();
  if (children === '') return <span className="t3">{t('common.none')}</span>;
  return (
    <span className="t2" data-long title={children}>
      {children}
    </span>
  );
}

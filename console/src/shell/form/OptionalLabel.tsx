import { useText } from '../../i18n/text.ts';

/** The label of a field that may be left empty. */
export function OptionalLabel({ children }: { children: string }) {
  const t = useText();
  return (
    <>
      {children}{' '}
      <span className="t3" style={{ fontWeight: 400 }}>
        {t('form.optional')}
      </span>
    </>
  );
}

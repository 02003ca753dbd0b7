/** Another transfer code, where the first one opened nothing: what was sent is here and is not sent again. */
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { DetailSection } from '../../shell/detail/DetailPage.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { SubmitButton } from '../../ui/FormFooter.tsx';
import css from './migration.module.css';

export function AnotherCode({ id }: { id: string }) {
  const t = useText();
  const shell = useFormShell({
    fields: { code: { label: 'migration.code', secret: true } },
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? { status: 'REQUIRED' } : null }),
    submit: async ({ code }) =>
      void (await change('PUT /account/ui-api/v1/migration/arrival/{id}/reading', {
        params: { id },
        body: { code: code.trim() },
      })),
  });
  return (
    <DetailSection title={t('migration.anotherCode')}>
      <form className={`card ${css.code}`} noValidate onSubmit={shell.onSubmit}>
        <PasswordField {...shell.field('code', t('migration.codeAgain'))} autoComplete="off" />
        <SubmitButton size="sm" submit={t('migration.rehearse')} busy={shell.busy} />
      </form>
    </DetailSection>
  );
}

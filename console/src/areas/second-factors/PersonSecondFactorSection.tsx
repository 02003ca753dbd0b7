/** What an administrator has for a second factor; who manages the person takes it away where it is lost (S-312). */
import { ACCESS } from '@signet/contract/access';
import type { Administrator } from '@signet/contract/areas/administrators';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useAllows } from '../../session/permissions.ts';
import { ConfirmAction } from '../../shell/confirm/ConfirmAction.tsx';
import { Section } from '../../shell/detail/Section.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';

export default function PersonSecondFactorSection({ record }: { record: Administrator }) {
  const t = useText();
  const { id, name, email } = record;
  const manages = useAllows(ACCESS.administrators.manage) && !record.why_not.govern;
  const { data, error, refetch } = useApi('GET /account/ui-api/v1/user/{id}/mfa', { params: { id } });
  const count = data ? data.apps + data.keys : 0;
  const reset = manages && count > 0 && (
    <ConfirmAction
      label={t('security.reset')}
      title={t('security.resetTitle', { name })}
      act={t('security.reset')}
      run={() => change('DELETE /account/ui-api/v1/user/{id}/mfa', { params: { id } })}
      done="security.wasReset"
    >
      {t('security.resetBody', { name, email })}
    </ConfirmAction>
  );
  return (
    <Section actions={reset}>
      {() => {
        if (error && !data) return <Unread error={error} retry={refetch} title="page.failed" />;
        if (!data) return <Busy />;
        if (data.reset) return <p className="t2">{t('security.personReset')}</p>;
        if (count === 0)
          return <p className="t2">{t(data.required ? 'security.personRequired' : 'security.personNone')}</p>;
        const { apps, keys, recovery_codes_left: codes } = data;
        return <p>{t('security.personHas', { apps, keys, codes })}</p>;
      }}
    </Section>
  );
}

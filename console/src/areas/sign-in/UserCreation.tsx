/** Whether new people become users by the identity provider of an account. */
import { Switch } from '@mantine/core';
import type { Account } from '@signet/contract/areas/accounts';
import { change } from '../../api/change.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { useAct } from '../../shell/record/use-act.ts';

export function UserCreation({ account }: { account: Account }) {
  const t = useText();
  const { busy, run } = useAct();
  const whyNot = account.why_not.sign_in;
  const set = (enabled: boolean) =>
    void run(
      () =>
        change('PUT /account/ui-api/v1/account/{id}/user-creation-via-sso', {
          params: { id: account.id },
          body: { enabled },
        }),
      enabled ? 'userCreation.on' : 'userCreation.off',
    );
  return (
    <Switch
      mt="md"
      label={t('userCreation.label')}
      description={whyNot ? problemText({ message: '', ...whyNot }) : t('userCreation.help')}
      checked={account.allow_user_creation_via_sso}
      disabled={whyNot !== null}
      aria-busy={busy}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  );
}

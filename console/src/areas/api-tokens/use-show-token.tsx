/** Shows the text of a token that was made just now: this once (S-053, S-325). */
import type { ApiTokenWithOwner } from '@signet/contract/areas/api-tokens';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateFormat } from '../../session/profile.ts';
import { PermissionChecks } from '../../shell/permission/PermissionChecks.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { showSecret } from '../../shell/secret/show-secret.tsx';

export function useShowToken(): (made: ApiTokenWithOwner & { token: string }) => void {
  const t = useText();
  const date = useDateFormat();
  const go = useGo();
  return ({ id, owner, name, token, permissions, end_date, allowed_addresses, last_four }) =>
    showSecret({
      title: t('tokens.shownTitle', { name }),
      lead: t('tokens.shownBody'),
      secret: token,
      copy: t('tokens.copy'),
      facts: [
        { label: t('tokens.actsAs'), value: owner.name },
        {
          label: t('tokens.rights'),
          value: permissions ? <PermissionChecks of={permissions} /> : t('tokens.all', { name: owner.name }),
        },
        { label: t('tokens.end_date'), value: end_date === null ? t('tokens.noEnd') : date(end_date) },
        { label: t('tokens.allowed_addresses'), value: allowed_addresses.join(', ') || t('tokens.anywhere') },
        { label: t('tokens.token'), value: `signet_…${last_four}`, mono: true },
      ],
      use: {
        lead: t('tokens.shownUse'),
        command: `curl -H "x-api-key: $SIGNET_TOKEN" ${location.origin}/account/ui-api/v1/auth/me`,
      },
      again: {
        act: t('tokens.startAgain'),
        run: async () => {
          await change('DELETE /account/ui-api/v1/api-access-token/{id}/', { params: { id } });
          go(paths.tokenCreate(owner));
        },
      },
    });
}

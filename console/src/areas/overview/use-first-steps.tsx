/**
 * What a platform needs before anything else: a mail server, as long as there is none, and on one that has no customers
 * yet what to begin with.
 */
import { ACCESS } from '@signet/contract/access';
import { IconBuildingBank, IconCertificate, IconServer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import { StatusBadge } from '../../ui/State.tsx';
import { stateOf, type Need, type Read } from './needs.ts';

/** One more than the account of the platform itself. */
const SOME_ACCOUNT = 2;

export function useFirstSteps(): Read[] {
  const { records, isNew } = useFirstRecords();
  return [useMailServer(isNew), records];
}

/** Mail is the platform's: for those who may set it up. What leaves by a server needs nobody. */
function useMailServer(isNew: boolean): Read {
  const t = useText();
  const manages = useAllows(ACCESS.outgoingMail.manage);
  const isMissing = !useProfile().mail_server && manages;
  const query = useQuery({
    ...queryOf('GET /account/ui-api/v1/mail', { query: { status: 'held', limit: 1 } }),
    enabled: isMissing,
  });
  if (!isMissing || !query.data) return { needs: [], ...stateOf(query) };
  const held = query.data.total;
  const need: Need = {
    key: 'mail-server',
    group: isNew ? 'first' : held > 0 ? 'now' : 'later',
    icon: IconServer,
    name: t('overview.noMailServer'),
    own: false,
    kind: t('overview.ofPlatform'),
    effect: t('overview.noMailServerEffect', { held }),
    to: paths.settingGroup('mail'),
    on: null,
    badge: <StatusBadge tone="warn">{t('settings.notSetUp')}</StatusBadge>,
  };
  return { needs: [need], ...stateOf(query) };
}

/** The first account and the first authority. Asked until there is an account: a platform does not become new again. */
function useFirstRecords(): { records: Read; isNew: boolean } {
  const t = useText();
  const creates = useAllows({ ...ACCESS.accounts.create, scopes: ['system'] });
  const createsAuthority = useAllows(ACCESS.certificateAuthorities.create);
  const query = useQuery({
    ...queryOf('GET /account/ui-api/v1/account', { query: { limit: SOME_ACCOUNT } }),
    enabled: creates,
    staleTime: ({ state: { data } }) => (data && data.total >= SOME_ACCOUNT ? 'static' : 0),
  });
  const isNew = query.data !== undefined && query.data.items.every(({ system_account: own }) => own);
  const rest = { group: 'first', own: false, kind: t('overview.ofPlatform'), on: null, badge: null } as const;
  const needs: Need[] = [
    {
      ...rest,
      key: 'first-account',
      icon: IconBuildingBank,
      name: t('accounts.create'),
      effect: t('overview.firstAccountEffect'),
      to: paths.accountCreateChoice(),
    },
    ...(createsAuthority
      ? [
          {
            ...rest,
            key: 'first-authority',
            icon: IconCertificate,
            name: t('authorities.create'),
            effect: t('overview.firstAuthorityEffect'),
            to: paths.certificateAuthorityCreate(),
          },
        ]
      : []),
  ];
  return { records: { needs: isNew ? needs : [], ...stateOf(query) }, isNew };
}

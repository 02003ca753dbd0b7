/** What the server finds while somebody types. */
import { ACCESS } from '@signet/contract/access';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { folded } from '@signet/contract/folding';
import { LIMITS } from '@signet/contract/limits';
import {
  IconBuildingBank,
  IconBuildingSkyscraper,
  IconList,
  IconRobot,
  IconUser,
  IconUserShield,
} from '@tabler/icons-react';
import type { CallResponse } from '../../api/call.ts';
import type { Failure } from '../../api/failure.ts';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { ANY, paths } from '../../paths.ts';
import { useAllows, useScope } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import { useSwitchesAccounts } from '../account/account-name.ts';
import { usePageExists } from '../navigation/use-navigation.ts';
import { useRoleOwner } from '../role/role-owner.ts';
import type { Choice } from './choice.ts';

type FoundPerson = NonNullable<CallResponse<'GET /account/ui-api/v1/search'>['people']>[number];

const PAUSE_MS = 120;

export type FoundChoices = {
  accounts: Choice[];
  organizations: Choice[];
  people: Choice[];
  roles: Choice[];
  serviceUsers: Choice[];
  /** True when this is the answer to what is typed, or there is none to wait for. */
  settled: boolean;
  failure: Failure | null;
  retry: () => void;
};

/**
 * The accounts, organizations, people, roles and service users for a text; the last answer stays while the next is on
 * its way, and a request that nobody waits for any more is cancelled. End users have nothing to find.
 */
export function useFound(text: string): FoundChoices {
  const typed = text.trim();
  const [searchText] = useDebouncedValue(typed, PAUSE_MS);
  const scope = useScope();
  const isAsking = typed !== '' && scope !== 'end_user';
  const query = useQuery({
    ...queryOf('GET /account/ui-api/v1/search', { query: { text: searchText } }),
    enabled: isAsking && searchText !== '',
    placeholderData: keepPreviousData,
  });
  const choices = useChoices();
  const isAnswered = searchText === typed && !query.isPlaceholderData && !query.isFetching;
  return {
    ...choices(isAsking && searchText !== '' && !query.isError ? query.data : undefined, searchText),
    settled: !isAsking || isAnswered,
    failure: isAsking && isAnswered ? query.error : null,
    retry: () => void query.refetch(),
  };
}

/**
 * Leads to the list of all that a text finds; where the search has found fewer than it answers, those were all. The
 * list looks for the text in one piece and in names alone: it is not offered where the search found by more than that.
 */
function allOf(found: readonly { name: string }[] | undefined, typed: string, text: string, to: string): Choice[] {
  const rows = found ?? [];
  const looked = folded(typed);
  const areNamedSo = rows.every(({ name }) => folded(name).includes(looked));
  return rows.length < LIMITS.searchResults || !areNamedSo ? [] : [{ to, text, icon: IconList }];
}

/**
 * Only what can be opened is offered: a person by the own page, else by that of the account that the person belongs to
 * first.
 */
function useChoices(): (
  found: CallResponse<'GET /account/ui-api/v1/search'> | undefined,
  text: string,
) => Pick<FoundChoices, 'accounts' | 'organizations' | 'people' | 'roles' | 'serviceUsers'> {
  const exists = usePageExists();
  const own = useProfile().id;
  const t = useText();
  const owner = useRoleOwner();
  const switches = useSwitchesAccounts();
  const opensPeople = exists(paths.administrators());
  const opensAccounts = useAllows(ACCESS.accounts.view);
  const pageOf = (one: FoundPerson): string | null => {
    if (opensPeople || one.id === own) return paths.administrator(one.id);
    return opensAccounts && one.account_id !== null ? paths.account(one.account_id) : null;
  };
  return (found, text) => ({
    accounts: [
      ...(found?.accounts ?? []).map((one) => ({
        to: paths.account(one.id),
        text: one.name,
        meta: one.friendly_identifier,
        code: true,
        icon: IconBuildingBank,
      })),
      ...allOf(found?.accounts, text, t('palette.allAccounts', { text }), paths.accounts({ name: text, active: ANY })),
    ],
    organizations: [
      ...(found?.organizations ?? []).map((one) => ({
        to: paths.organization(one.id),
        text: one.name,
        meta: one.account_name,
        icon: IconBuildingSkyscraper,
      })),
      ...allOf(
        found?.organizations,
        text,
        t('palette.allOrganizations', { text }),
        // The search has looked in all of the person's accounts, where the list begins with one.
        paths.organizations({ name: text, ...(switches ? { account_id: ANY } : {}) }),
      ),
    ],
    people: (found?.people ?? []).flatMap((one) => {
      const to = pageOf(one);
      const place = one.account_name === null ? [] : [t('palette.in', { account: one.account_name })];
      return to === null
        ? []
        : [
            {
              to,
              id: one.id,
              text: one.name,
              meta: [one.user_name, t(`scope.${one.access_scope}`), ...place].join(' · '),
              icon: IconUser,
            },
          ];
    }),
    roles: (found?.roles ?? []).map((one) => ({
      to: paths.role(one.id),
      text: one.name,
      meta: [t(`product.${one.app_code}`), owner(one)].join(' · '),
      icon: IconUserShield,
    })),
    serviceUsers: (found?.service_users ?? []).map((one) => ({
      to: paths.serviceUser(one.id),
      text: one.name,
      ...(one.account_name === null ? {} : { meta: t('palette.in', { account: one.account_name }) }),
      icon: IconRobot,
    })),
  });
}

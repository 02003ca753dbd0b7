/** A new link by which people make a user of an account for themselves. */
import { NativeSelect, TextInput } from '@mantine/core';
import {
  SELF_SERVICE_SCOPES,
  typedDomains,
  whyNotDomains,
  whyNotLinkEnd,
} from '@signet/contract/areas/self-service-rules';
import { LIMITS } from '@signet/contract/limits';
import { useParams } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useApiAnew } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useToday } from '../../session/today.ts';
import { useDayRule } from '../../shell/day/day-texts.ts';
import { DayField } from '../../shell/day/DayField.tsx';
import { addDays } from '../../shell/day/days.ts';
import { useFormFoot } from '../../shell/form/form-source.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { useParentCrumbName } from '../../shell/navigation/crumbs.ts';
import { useCreate } from '../../shell/record/use-create.ts';
import { FormGroup } from '../../ui/FormGroup.tsx';

export default function LinkCreatePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useApiAnew('GET /account/ui-api/v1/account/{id}', { params: { id } });
  useParentCrumbName(query.data?.display_name);
  return (
    <LoadedPage query={query}>
      {({ display_name }) => <LinkForm accountId={id} accountName={display_name} />}
    </LoadedPage>
  );
}

function LinkForm({ accountId, accountName }: { accountId: string; accountName: string }) {
  const t = useText();
  const today = useToday();
  const dayRule = useDayRule();
  const section = paths.account(accountId, 'self-service');
  const [scope] = SELF_SERVICE_SCOPES;
  const form = useCreate({
    initial: { domains: '', access_scope: scope, ends_on: addDays(today, LIMITS.selfServiceLinkDays) },
    create: ({ domains, access_scope, ends_on }) =>
      change('POST /account/ui-api/v1/account/{id}/self-service-link', {
        params: { id: accountId },
        body: {
          domains: typedDomains(domains),
          access_scope: SELF_SERVICE_SCOPES.find((one) => one === access_scope) ?? scope,
          ends_on,
        },
      }),
    act: 'selfServiceLinks.create',
    created: 'selfServiceLinks.created',
    to: () => section,
    back: section,
  });
  const shell = useFormShell({
    fields: {
      domains: { label: 'selfServiceLinks.domains' },
      access_scope: { label: 'selfServiceLinks.scope' },
      ends_on: { label: 'selfServiceLinks.endsOn' },
    },
    check: ({ domains, ends_on }) => ({
      domains: whyNotDomains(typedDomains(domains)),
      ends_on: dayRule(ends_on) ?? whyNotLinkEnd(ends_on, today),
    }),
    ...form,
  });
  return (
    <FormPage
      title={t('selfServiceLinks.create')}
      lead={t('selfServiceLinks.createLead', { account: accountName })}
      shell={shell}
      {...useFormFoot(form, shell)}
    >
      <FormGroup>
        <TextInput
          {...shell.field('domains', t('selfServiceLinks.domainsHelp'))}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <NativeSelect
          {...shell.field('access_scope', t('selfServiceLinks.scopeHelp'))}
          data={SELF_SERVICE_SCOPES.map((value) => ({ value, label: t(`scope.${value}`) }))}
        />
        <DayField first={today} {...shell.field('ends_on')} />
      </FormGroup>
    </FormPage>
  );
}

/**
 * Invites many by their addresses: the list is checked first, errors are mended in place, then it runs as any bulk act
 * does. Template, key and language are one for all of them.
 */
import { callToAsk } from '../../api/call.ts';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useCurrentAccount } from '../../shell/account/account-name.ts';
import { tellOtherTabs } from '../../shell/bulk/run-state.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { PeopleListPage } from '../../shell/people-list/PeopleListPage.tsx';
import { usePeopleList } from '../../shell/people-list/use-people-list.ts';
import { useGo, useGoOn } from '../../shell/routing/go.ts';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { AccountField, AskedField, KeyFields, MailFields, TemplateFields } from './InvitationFields.tsx';
import { forAllBody, NO_INVITATION, whyNotForAll, type ForAllValues } from './invite-form.ts';
import { useTemplates } from './templates.ts';

/** Without these a list can't invite anybody. */
const REQUIRED = ['first_name', 'last_name', 'email'];

const { template_id, validity, asked, keystore_location, enrollment_method, open_days, locale } = NO_INVITATION;
const NOTHING_CHOSEN: Omit<ForAllValues, 'account_id'> = {
  template_id,
  validity,
  asked,
  keystore_location,
  enrollment_method,
  open_days,
  locale,
};

/** Heads of templates that were downloaded before these columns got the names they have. */
const FORMER_HEADS = {
  email: ['Adresse électronique'],
  organization_units: ['Unité organisationnelle'],
  locale: ['Language of the mail', 'Langue du message'],
};

export default function InviteManyPage() {
  const t = useText();
  const go = useGo();
  const leadOn = useGoOn();
  const account_id = useCurrentAccount()?.id ?? '';
  const list = usePeopleList({
    heads: {
      first_name: t('enrollments.first_name'),
      last_name: t('enrollments.last_name'),
      email: t('enrollments.email'),
      organization_units: t('enrollments.organization_units'),
      locality: t('enrollments.locality'),
      locale: t('enrollments.locale'),
    },
    required: REQUIRED,
    former: FORMER_HEADS,
  });
  const shell = useFormShell<ForAllValues>({
    fields: {
      account_id: { label: 'enrollments.account' },
      keystore_location: { label: 'enrollments.keystore_location' },
      enrollment_method: { label: 'enrollments.enrollment_method' },
      template_id: { label: 'enrollments.template' },
      validity: { label: 'enrollments.validity', optional: true },
      asked: { label: 'enrollments.asked', optional: true },
      open_days: { label: 'enrollments.open_days' },
      locale: { label: 'enrollments.locale', optional: true },
    },
    initial: { ...NOTHING_CHOSEN, account_id },
    check: whyNotForAll,
    async submit(values) {
      const defaults = forAllBody(values);
      if (!list.verdict(values))
        return list.check(values, (enrollments) =>
          callToAsk('POST /account/ui-api/v2/enrollment/bulk/validate', { body: { defaults, enrollments } }),
        );
      const goOn = leadOn();
      const run = await change('POST /account/ui-api/v2/enrollment/bulk', {
        body: { defaults, enrollments: list.people() },
      });
      tellOtherTabs();
      goOn(paths.enrollmentsPlan(run.id));
    },
  });
  const templates = useTemplates(shell.values.account_id, 'user');
  return (
    <PeopleListPage
      list={list}
      shell={shell}
      title={t('enrollments.many.title')}
      lead={t('enrollments.many.lead')}
      words={{
        isThere: t('enrollments.many.isThere'),
        nobodyLeft: t('enrollments.many.nobodyLeft'),
        verdict: (counts) => t('enrollments.many.verdict', { ...counts }),
        act: (count) => t('bulk.act.enrollments.create', { count }),
      }}
      onCancel={() => go(paths.enrollments())}
    >
      <FormGroup title={t('peopleList.forAll')}>
        <AccountField field={shell.field} />
        <TemplateFields templates={templates} field={shell.field} />
        <AskedField field={shell.field} template={templates.items?.find(({ id }) => id === shell.values.template_id)} />
      </FormGroup>
      <KeyFields location={shell.values.keystore_location} field={shell.field} />
      <MailFields field={shell.field} />
    </PeopleListPage>
  );
}

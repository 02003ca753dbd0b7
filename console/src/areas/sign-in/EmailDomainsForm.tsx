/** The field in which the email domains of an account are typed, with commas between them. */
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { whyNotEmailDomains } from '@signet/contract/areas/email-domain-rules';
import { typedDomains } from '@signet/contract/areas/self-service-rules';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { change } from '../../api/change.ts';
import { queryClient, queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { ConflictNotice } from '../../shell/form/ConflictNotice.tsx';
import { DraftNotice } from '../../shell/form/DraftNotice.tsx';
import { ReasonMessage, ReasonText } from '../../shell/form/ReasonText.tsx';
import { UnsavedGuard } from '../../shell/form/UnsavedGuard.tsx';
import { useDraft } from '../../shell/form/use-draft.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { useCancelKey } from '../../shell/keyboard/cancel-key.ts';
import { useFirstFocus } from '../../shell/keyboard/first-focus.ts';
import { useSubmitKey } from '../../shell/keyboard/submit-key.ts';
import { notify } from '../../shell/notices/notifications.ts';
import { FormFooter } from '../../ui/FormFooter.tsx';

/** How long somebody pauses before the server is asked, in milliseconds. */
const PAUSE_MS = 250;

/** `names`: the domains as they were read when the form was opened. */
type Props = { accountId: string; names: readonly string[]; onDone: () => void };

export default function EmailDomainsForm({ accountId, names, onDone }: Props) {
  const t = useText();
  const box = useRef<HTMLFormElement>(null);
  // What is read anew beneath the form is not what the person has seen.
  const [read, setRead] = useState(names);
  const shell = useFormShell({
    fields: { domains: { label: 'emailDomains.domains' } },
    initial: { domains: names.join(', ') },
    check: ({ domains }) => ({ domains: whyNotEmailDomains(typedDomains(domains)) }),
    async submit({ domains }) {
      const request = { params: { id: accountId }, body: { domains: typedDomains(domains), old_domains: [...read] } };
      await (read.length === 0
        ? change('POST /account/ui-api/v1/account/{id}/sso-email-domains', request)
        : change('PUT /account/ui-api/v1/account/{id}/sso-email-domains', request));
      notify({ type: 'success', message: 'emailDomains.saved', translateMessage: true });
      onDone();
    },
    async reread() {
      const reading = queryOf('GET /account/ui-api/v1/account/{id}/sso-email-domains', { params: { id: accountId } });
      const { domains } = await queryClient.fetchQuery({ ...reading, staleTime: 0 });
      const newest = domains.map(({ name }) => name);
      setRead(newest);
      return { domains: newest.join(', ') };
    },
  });
  const { restored, discard } = useDraft(shell);
  useFirstFocus(box);
  useSubmitKey(box);
  useCancelKey(box, onDone);
  const typed = shell.values.domains;
  const [settled] = useDebouncedValue(typed, PAUSE_MS);
  const here = whyNotEmailDomains(typedDomains(typed));
  // Each change is asked of the server. It alone knows that a domain is another account's; what both know is
  // said here before it answers.
  const { error } = useQuery({
    ...queryOf('GET /account/ui-api/v1/account/{id}/validate-domains', {
      params: { id: accountId },
      query: { domains: settled },
    }),
    enabled: typedDomains(settled).length > 0,
  });
  const there = settled === typed ? (error?.fields?.['domains'] ?? null) : null;
  // Nobody is told off for an empty field before they typed anything: only the button says what is missing.
  const isUntouched = typed === '' && read.length === 0;
  const reason = isUntouched ? null : (here ?? there);
  const field = shell.field('domains', t('emailDomains.help'));
  const blocked = isUntouched && here ? <ReasonMessage reason={here} /> : reason && t('form.checkFields', { count: 1 });
  return (
    <form
      ref={box}
      noValidate
      onSubmit={(event) => {
        if (blocked !== null) return event.preventDefault();
        shell.onSubmit(event);
      }}
    >
      {restored && <DraftNotice restored={restored} labelOf={shell.labelOf} onDiscard={discard} />}
      {shell.conflict && (
        <ConflictNotice conflict={shell.conflict} labelOf={shell.labelOf} displayValue={(_, value) => String(value)} />
      )}
      <TextInput
        {...field}
        {...(reason ? { error: <ReasonText reason={reason} />, description: null, 'aria-invalid': true } : {})}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormFooter submit={t('form.saveChanges')} busy={shell.busy} reason={blocked} onCancel={onDone} />
      <UnsavedGuard dirty={shell.dirty && !shell.busy} />
    </form>
  );
}

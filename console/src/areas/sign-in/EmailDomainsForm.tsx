/** The field in which the email domains of an account are typed, with commas between them. */
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { whyNotEmailDomains } from '@signet/contract/areas/email-domain-rules';
import { typedDomains } from '@signet/contract/areas/self-service-rules';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { ReasonText } from '../../shell/form/ReasonText.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import css from './email-domains.module.css';

/** How long somebody pauses before the server is asked, in milliseconds. */
const PAUSE_MS = 250;

type Props = { accountId: string; names: readonly string[]; onDone: () => void };

export function EmailDomainsForm({ accountId, names, onDone }: Props) {
  const t = useText();
  const [typed, setTyped] = useState(names.join(', '));
  const [settled] = useDebouncedValue(typed, PAUSE_MS);
  const { busy, run } = useAct();
  const domains = typedDomains(typed);
  const here = whyNotEmailDomains(domains);
  // What only the server knows: that a domain is another account's.
  const { error } = useQuery({
    ...queryOf('GET /account/ui-api/v1/account/{id}/validate-domains', {
      params: { id: accountId },
      query: { domains: settled },
    }),
    enabled: whyNotEmailDomains(typedDomains(settled)) === null,
  });
  const there = settled === typed ? (error?.fields?.['domains'] ?? null) : null;
  // Nobody is told off for an empty field before they typed anything.
  const reason = typed === '' && names.length === 0 ? null : (here ?? there);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (here || there) return;
    const request = { params: { id: accountId }, body: { domains } };
    void run(async () => {
      await (names.length === 0
        ? change('POST /account/ui-api/v1/account/{id}/sso-email-domains', request)
        : change('PUT /account/ui-api/v1/account/{id}/sso-email-domains', request));
      onDone();
    }, 'emailDomains.saved');
  };
  return (
    <form onSubmit={save} noValidate>
      <TextInput
        label={t('emailDomains.domains')}
        description={reason ? null : t('emailDomains.help')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={reason && <ReasonText reason={reason} />}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <div className={css.acts}>
        <Button type="submit" loading={busy} disabled={here !== null || there !== null}>
          {t('form.saveChanges')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** What the address of the metadata says otherwise than what is set up: it waits for somebody's yes. */
import { Button } from '@mantine/core';
import type { SamlConfig } from '@signet/contract/areas/account-saml';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { useAct } from '../../shell/record/use-act.ts';
import { useGoOn } from '../../shell/routing/go.ts';
import { Banner } from '../../ui/Banner.tsx';
import css from './saml-certificates.module.css';

/** `back`: the address that is opened once the offer is accepted, since the form below shows the former settings. */
export function SamlOffer({ config, back }: { config: SamlConfig; back: string }) {
  const t = useText();
  const leadOn = useGoOn();
  const { busy, run } = useAct();
  const offered = config.refresh?.offered;
  const provider = config.identity_provider_config;
  if (!offered || !provider || offered.declined) return null;
  const answer = (accept: boolean) =>
    run(
      async () => {
        const goOn = leadOn();
        const { entity_id, sign_on_address } = offered;
        await change('PUT /account/ui-api/v1/federation/config/{id}/offered-metadata', {
          params: { id: config.account_id },
          body: { accept, entity_id, sign_on_address },
        });
        if (accept) goOn(back);
      },
      accept ? 'saml.offerAccepted' : 'saml.offerDeclined',
    );
  return (
    <Banner tone="warn">
      <b>{t('saml.offer')}</b>
      <p>{t('saml.offerBody')}</p>
      {(['entity_id', 'sign_on_address'] as const)
        .filter((name) => offered[name] !== provider[name])
        .map((name) => (
          <p key={name} className="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('saml.now', { value: provider[name] })}
            <br />
            {t('saml.then', { value: offered[name] })}
          </p>
        ))}
      <div className={css.acts}>
        <Button size="xs" loading={busy} onClick={() => void answer(true)}>
          {t('saml.offerAccept')}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-disabled={busy}
          data-disabled={busy || undefined}
          onClick={() => void answer(false)}
        >
          {t('saml.offerDecline')}
        </Button>
      </div>
    </Banner>
  );
}

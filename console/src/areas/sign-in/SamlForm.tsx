/** The fields of a SAML provider. */
import { Button, Checkbox, FileButton, Radio, Stack, TextInput } from '@mantine/core';
import type { SamlCertificate, SamlConfig } from '@signet/contract/areas/account-saml';
import type { Account } from '@signet/contract/areas/accounts';
import { methodStatesOf, whyNotSwitchOffMethod } from '@signet/contract/areas/sign-in-method-rules';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { callToAsk } from '../../api/call.ts';
import { readMetadata } from '../../api/whole-file.ts';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { problemText, showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot } from '../../shell/form/form-source.ts';
import { ReasonMessage, ReasonText } from '../../shell/form/ReasonText.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { SamlNoticeBanners } from '../../shell/notices/SamlNotices.tsx';
import type { EditSource } from '../../shell/record/use-edit.ts';
import { Banner } from '../../ui/Banner.tsx';
import { FieldError } from '../../ui/ErrorSummary.tsx';
import { ExplainedRadios } from '../../ui/ExplainedRadios.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useCertificateAddress } from './certificate-address.ts';
import { DeleteProvider } from './DeleteProvider.tsx';
import { ProviderTrial } from './ProviderTrial.tsx';
import { SamlAttributeFields } from './SamlAttributeFields.tsx';
import { SamlCertificates } from './SamlCertificates.tsx';
import { SamlGuide } from './SamlGuide.tsx';
import { SamlKeys } from './SamlKeys.tsx';
import { SamlOffer } from './SamlOffer.tsx';
import { SamlValues } from './SamlValues.tsx';
import { SetupLinks } from './SetupLinks.tsx';
import { SignInEffects } from './SignInEffects.tsx';
import { useSignInEffects } from './sign-in-effects.ts';
import { bodyOf, checkSaml, counts, ofOtherProvider, without, withThose, type SamlFormValues } from './saml-form.ts';
import { useSamlWords } from './saml-words.ts';
import { useMetadata } from './use-metadata.ts';

/** In line with the label above it. */

type Props = { account: Account; config: SamlConfig; form: EditSource<SamlConfig, SamlFormValues> };

export function SamlForm({ account, config, form }: Props) {
  const t = useText();
  const dateTime = useDateTimeFormat();
  // What is done at once, beside the form, or by the platform itself shows here; the form has what was read first.
  const { data: present = config } = useApi('GET /account/ui-api/v1/federation/config/{id}', {
    params: { id: account.id },
  });
  const inWords = useSamlWords(form.initial);
  const states = methodStatesOf(account);
  const hasAddress = useCertificateAddress();
  const last = states.saml ? whyNotSwitchOffMethod(states, 'saml', hasAddress) : null;
  const withoutSaml = useSignInEffects(account.id, 'saml', false);
  const withoutPassword = useSignInEffects(account.id, 'standard', false);
  const goesOff = ({ enabled }: SamlFormValues): boolean =>
    enabled === 'off' && form.initial.enabled === 'on' && states.saml;
  const becomesOnly = ({ ways }: SamlFormValues): boolean => ways === 'only' && states.standard;
  const shutsYouOut = (values: SamlFormValues): boolean =>
    (goesOff(values) && withoutSaml.data?.yourself === true) ||
    (becomesOnly(values) && withoutPassword.data?.yourself === true);
  const shell = useFormShell<SamlFormValues>({
    fields: {
      metadata: { label: 'saml.metadata' },
      metadata_url: { label: 'saml.metadataUrl', optional: true },
      certificates: { label: 'saml.certificates' },
      enabled: { label: 'accounts.samlSignInBody' },
      ways: { label: 'saml.ways' },
      idp_initiated: { label: 'trial.idpInitiated' },
      confirmed: { label: 'signInEffects.confirm' },
      email: { label: 'saml.attribute.email', optional: true },
      first_name: { label: 'saml.attribute.first_name', optional: true },
      last_name: { label: 'saml.attribute.last_name', optional: true },
    },
    serverFields: {
      'identity_provider_config.metadata.metadata': 'metadata',
      'identity_provider_config.metadata_url': 'metadata_url',
      'identity_provider_config.certificates': 'certificates',
      'attributes.email': 'email',
      'attributes.first_name': 'first_name',
      'attributes.last_name': 'last_name',
    },
    check: (values) => ({
      ...checkSaml(values),
      enabled: values.enabled === 'off' ? last : null,
      confirmed: shutsYouOut(values) && !values.confirmed ? { status: 'REQUIRED_CHOICE' } : null,
    }),
    ...form,
  });
  const foot = useFormFoot(form, shell);
  const waits = (goesOff(shell.values) && withoutSaml.waits) || (becomesOnly(shell.values) && withoutPassword.waits);
  const { metadata, metadata_url: address, certificates } = shell.values;
  const newest = (): SamlCertificate[] => shell.form.getValues().certificates;
  const lastRead = useRef<string>(null);
  const [namedThere, setNamed] = useState<readonly string[]>([]);
  const [takenOut, setTakenOut] = useState<readonly SamlCertificate[]>([]);
  const reading = useMetadata(account.id, (read, from) => {
    // Reading takes seconds, and what was at another address is not what is saved with this one.
    if (from === 'address' && shell.form.getValues().metadata_url !== address) return false;
    const named = read.certificates.filter(counts);
    const provider = lastRead.current ?? form.current().identity_provider_config?.entity_id;
    const isOther = provider !== undefined && provider !== read.entity_id;
    const next = isOther
      ? ofOtherProvider(newest(), named)
      : // What was in the list when it began is there still, or was taken away meanwhile.
        withThose(newest(), without(certificates, named));
    lastRead.current = read.entity_id;
    setNamed(named.map(({ thumb_print }) => thumb_print));
    setTakenOut(without(next, newest()));
    shell.form.setValues({
      metadata: read.metadata,
      certificates: next,
      ...(from === 'file' ? { metadata_url: '' } : {}),
    });
    return true;
  });
  const download = async (): Promise<void> => {
    try {
      const content = await readMetadata('GET /account/ui-api/v1/federation/config/{id}/sp-metadata', {
        id: account.id,
      });
      saveFile({ name: 'signet-saml-metadata.xml', content });
    } catch (thrown) {
      showProblem(thrown);
    }
  };
  const begin = () => {
    const { identity_provider_config, attributes } = bodyOf(config, shell.values);
    return callToAsk('POST /account/ui-api/v1/account/{id}/sign-in-trial/saml', {
      params: { id: account.id },
      body: { identity_provider_config, attributes },
    });
  };
  return (
    <FormPage
      title={t('saml.edit')}
      shell={shell}
      {...foot}
      whyNot={waits ? t('signInEffects.wait') : foot.whyNot}
      displayValue={inWords}
      banner={
        config.id !== null && (
          <>
            <SamlNoticeBanners accountId={account.id} but="metadata" />
            <SamlOffer config={present} back={form.back} />
          </>
        )
      }
    >
      <FormGroup title={t('saml.metadata')} lead={t('saml.metadataHelp')}>
        <div>
          <FileButton
            accept=".xml,application/xml,text/xml"
            onChange={(file) => reading.takeFile(file)}
            resetRef={reading.forget}
          >
            {(props) => (
              <Button
                variant="default"
                loading={reading.busy}
                leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
                {...props}
                id={shell.field('metadata').id}
              >
                {t('saml.chooseMetadata')}
              </Button>
            )}
          </FileButton>
        </div>
        {shell.field('metadata').error && <FieldError>{shell.field('metadata').error}</FieldError>}
        <TextInput {...shell.field('metadata_url')} autoComplete="off" spellCheck={false} />
        <div>
          <Button
            variant="default"
            loading={reading.busy}
            disabled={address.trim() === ''}
            onClick={() => void reading.takeAddress(address.trim())}
          >
            {t('saml.readUrl')}
          </Button>
          {address.trim() === '' && <p className="sm t2">{t('saml.readUrlFirst')}</p>}
        </div>
        {present.refresh?.refreshed_at && (
          <p className="sm t2">{t('saml.refreshed', { time: dateTime(present.refresh.refreshed_at) })}</p>
        )}
        {present.refresh?.fault && (
          <FieldError>
            {t('saml.refreshFailed')} {problemText({ status: present.refresh.fault, message: '' })}
          </FieldError>
        )}
        {reading.fault !== null && <Banner tone="bad">{reading.fault}</Banner>}
        {reading.leftOut.map((one) => (
          <FieldError key={one.thumb_print}>
            {t('saml.leftOut', { name: one.common_name })} <ReasonText reason={one.reason} />
          </FieldError>
        ))}
        {reading.entityId !== null && (
          <Banner tone="ok">
            <span className="mono">{reading.entityId}</span>
          </Banner>
        )}
        {takenOut.length > 0 && (
          <Banner tone="warn">{t('saml.otherProvider', { certificates: inWords('certificates', takenOut) })}</Banner>
        )}
      </FormGroup>
      {metadata !== '' && (
        <FormGroup title={t('saml.certificates')} lead={t('saml.certificatesLead')}>
          <SamlCertificates
            accountId={account.id}
            list={certificates}
            newest={newest}
            onChange={(next) => shell.form.setValues({ certificates: next })}
            named={namedThere}
            error={shell.field('certificates').error}
            id={shell.field('certificates').id}
          />
        </FormGroup>
      )}
      <FormGroup title={t('saml.values')}>
        <SamlValues values={config.service_provider_config} />
        <div>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            onClick={() => void download()}
          >
            {t('saml.download')}
          </Button>
          {config.id === null && <p className="sm t2">{t('saml.downloadAgain')}</p>}
        </div>
      </FormGroup>
      <FormGroup title={t('saml.guide')} lead={t('saml.guideLead')}>
        <SamlGuide values={config.service_provider_config} />
      </FormGroup>
      {config.id !== null && (
        <FormGroup title={t('saml.keys')} lead={t('saml.keysLead')}>
          <SamlKeys config={present} />
        </FormGroup>
      )}
      <SetupLinks accountId={account.id} method="saml" on={states.saml} configured={config.id !== null} />
      <FormGroup title={t('saml.attributes')} lead={t('saml.attributesLead')}>
        <SamlAttributeFields field={shell.field} />
      </FormGroup>
      <ProviderTrial
        accountId={account.id}
        method="saml"
        begin={Object.values(checkSaml(shell.values)).some((reason) => reason !== null) ? null : begin}
      />
      {config.id !== null && (
        <FormGroup title={t('accounts.samlSignIn')}>
          <Radio.Group {...shell.field('enabled')} description={last ? <ReasonMessage reason={last} /> : null}>
            <ExplainedRadios
              choices={[
                { value: 'on', label: t('accounts.on'), explanation: t('saml.statusOn') },
                { value: 'off', label: t('accounts.off'), explanation: t('saml.statusOff'), disabled: last !== null },
              ]}
            />
          </Radio.Group>
          {goesOff(shell.values) && <SignInEffects effects={withoutSaml} />}
          <DeleteProvider
            name={config.identity_provider_config?.entity_id ?? account.display_name}
            act="saml.delete"
            body="saml.deleteBody"
            remove={() => change('DELETE /account/ui-api/v1/federation/config/{id}', { params: { id: account.id } })}
            back={form.back}
            last={last}
            effects={states.saml ? withoutSaml : null}
          />
        </FormGroup>
      )}
      <FormGroup title={t('saml.after')}>
        <Radio.Group {...shell.field('ways')}>
          <Stack gap={12} pt={6}>
            <Radio value="all" label={t('saml.allToo')} />
            <Radio value="only" label={t('saml.onlyThis')} description={t('saml.onlyThisHelp')} />
          </Stack>
        </Radio.Group>
        {becomesOnly(shell.values) && <SignInEffects effects={withoutPassword} />}
        {shutsYouOut(shell.values) && <Checkbox {...shell.checkbox('confirmed')} />}
        <Checkbox {...shell.checkbox('idp_initiated')} description={t('trial.idpInitiatedHelp')} />
      </FormGroup>
    </FormPage>
  );
}

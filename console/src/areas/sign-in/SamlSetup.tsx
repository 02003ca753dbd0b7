/** A SAML provider as somebody enters it by a set-up link: its metadata, as a file or by its address. */
import { Button, FileButton, TextInput } from '@mantine/core';
import type { SamlServiceProvider } from '@signet/contract/areas/account-saml';
import { whyNotSamlAttribute, type SamlAttribute } from '@signet/contract/areas/saml-attributes';
import { whyNotWebAddress } from '@signet/contract/rules';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { callPublic } from '../../api/call.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { PublicFields } from '../../shell/public/PublicPage.tsx';
import { FieldError } from '../../ui/ErrorSummary.tsx';
import { isXmlFile } from './metadata-file.ts';
import { SamlAttributeFields } from './SamlAttributeFields.tsx';
import { SamlGuide } from './SamlGuide.tsx';
import { SamlValues } from './SamlValues.tsx';

/** Sends what was entered with the link that is used up by it. */
export type SaveBy = (send: (link: { id: string; secret: string }) => Promise<unknown>) => Promise<void>;
type Values = Record<SamlAttribute, string> & { metadata: string; metadata_url: string };
type Props = { values: SamlServiceProvider; renews: boolean; save: SaveBy };

export function SamlSetup({ values: own, renews, save }: Props) {
  const t = useText();
  const [fileName, setFileName] = useState<string | null>(null);
  const [fault, setFault] = useState(false);
  const forget = useRef<() => void>(null);
  const shell = useFormShell<Values>({
    fields: {
      metadata: { label: 'saml.metadata' },
      metadata_url: { label: 'saml.metadataUrl', optional: true },
      email: { label: 'saml.attribute.email', optional: true },
      first_name: { label: 'saml.attribute.first_name', optional: true },
      last_name: { label: 'saml.attribute.last_name', optional: true },
    },
    serverFields: {
      'attributes.email': 'email',
      'attributes.first_name': 'first_name',
      'attributes.last_name': 'last_name',
    },
    initial: { metadata: '', metadata_url: '', email: '', first_name: '', last_name: '' },
    check: ({ metadata, metadata_url, ...names }) => ({
      metadata: metadata === '' && metadata_url.trim() === '' ? { status: 'REQUIRED' } : null,
      metadata_url: metadata_url.trim() === '' ? null : whyNotWebAddress(metadata_url.trim()),
      email: whyNotSamlAttribute(names.email),
      first_name: whyNotSamlAttribute(names.first_name),
      last_name: whyNotSamlAttribute(names.last_name),
    }),
    submit: ({ metadata, metadata_url, ...names }) =>
      save((link) => {
        const sent = renews ? link : { ...link, attributes: names };
        return callPublic('POST /account/ui-api/v1/auth/sign-in-setup/saml', {
          body: metadata === '' ? { ...sent, metadata_url: metadata_url.trim() } : { ...sent, metadata },
        });
      }),
  });
  const take = async (file: File | null): Promise<void> => {
    forget.current?.();
    if (!file) return;
    setFault(!isXmlFile(file));
    if (!isXmlFile(file)) return;
    const metadata = await file.text();
    setFileName(file.name);
    shell.form.setValues({ metadata, metadata_url: '' });
  };
  const { id, error } = shell.field('metadata');
  const remove = (): void => {
    setFileName(null);
    setFault(false);
    shell.form.setValues({ metadata: '' });
    // The button goes, and takes the focus with it.
    document.getElementById(id)?.focus();
  };
  return (
    <PublicForm shell={shell} submit={t('signInSetup.save')}>
      <PublicFields>
        {!renews && (
          <>
            <SamlValues values={own} />
            <p className="sm t2">{t('saml.guideLead')}</p>
            <SamlGuide values={own} />
          </>
        )}
        <div>
          <FileButton
            accept=".xml,application/xml,text/xml"
            resetRef={forget}
            onChange={(file) => void take(file).catch(showProblem)}
          >
            {(props) => (
              <Button
                variant="default"
                leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
                {...props}
                id={id}
              >
                {t('saml.chooseMetadata')}
              </Button>
            )}
          </FileButton>
          {fileName !== null && (
            <p className="sm t2" role="status">
              {t('signInSetup.chosen', { name: fileName })}
            </p>
          )}
          {fileName !== null && (
            <Button size="compact-sm" variant="subtle" onClick={remove}>
              {t('signInSetup.remove')}
            </Button>
          )}
          <div role="alert">{fault && <FieldError>{t('notifications.exceptions.INVALID_XML')}</FieldError>}</div>
          {error && <FieldError>{error}</FieldError>}
        </div>
        <TextInput
          {...shell.field('metadata_url', fileName === null ? undefined : t('signInSetup.removeFirst'))}
          size="md"
          autoComplete="off"
          spellCheck={false}
          disabled={fileName !== null}
        />
        {!renews && (
          <>
            <b className="sm">{t('saml.attributes')}</b>
            <p className="sm t2">{t('saml.attributesLead')}</p>
            <SamlAttributeFields field={shell.field} size="md" />
          </>
        )}
      </PublicFields>
    </PublicForm>
  );
}

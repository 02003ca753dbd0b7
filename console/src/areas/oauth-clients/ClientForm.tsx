/** The fields of an OAuth client, for making and editing it. */
import { Checkbox, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import {
  CLIENT_AUTHENTICATIONS,
  CLIENT_SCOPES,
  GRANT_TYPES,
  IDENTITY_SCOPES,
  type ClientScope,
} from '@signet/contract/areas/oauth-client-record';
import { scopeOfAccount, whyNotGrantScope } from '@signet/contract/areas/oauth-client-rules';
import type { Account } from '@signet/contract/areas/accounts';
import { isPermission, PERMISSIONS } from '@signet/contract/viewer';
import type { TextKey } from '@signet/contract/texts';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { useSelf } from '../../session/permissions.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { inWords } from '../../shell/form/in-words.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { ChoiceLine, groupsToChoose, PermissionFields } from '../../shell/permission/PermissionFields.tsx';
import { ExplainedRadios } from '../../ui/ExplainedRadios.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { whyNotClient, type ClientFormValues } from './client-form.ts';
import { useScopeName } from './scope-names.ts';

type Props = {
  title: TextKey;
  account: Pick<Account, 'display_name' | 'system_account' | 'type'>;
  form: FormSource<ClientFormValues>;
  /** The scopes that it has already. */
  had?: readonly ClientScope[];
  /** What stands below the fields; told whether something is not saved. */
  children?: (dirty: boolean) => ReactNode;
};

/** Descriptions begin where their labels do. */

export function ClientForm({ title, account, form, had = [], children }: Props) {
  const t = useText();
  const self = useSelf();
  const nameOfScope = useScopeName();
  const shell = useFormShell<ClientFormValues>({
    fields: ({ jwks_uri }) => ({
      name: { label: 'oauthClients.name' },
      authentication: { label: 'oauthClients.authentication' },
      jwks: { label: 'oauthClients.jwks', optional: jwks_uri !== '' },
      jwks_uri: { label: 'oauthClients.jwksUri', optional: true },
      grant_types: { label: 'oauthClients.grantTypes' },
      redirect_uris: { label: 'oauthClients.redirectUris' },
      scopes: { label: 'oauthClients.scopes', optional: true },
    }),
    check: whyNotClient,
    ...form,
  });
  const { authentication, grant_types, scopes } = shell.values;
  const signsIn = grant_types.includes('authorization_code');
  const reach = scopeOfAccount(account);
  // What it has already stays to be seen, and to be taken away.
  const isOffered = (scope: ClientScope) => had.includes(scope) || whyNotGrantScope(self, reach, scope) === null;
  // Of nobody who signs in there is nothing to tell.
  const identity = signsIn ? IDENTITY_SCOPES.filter(isOffered) : [];
  const setScopes = (next: readonly string[]) => shell.form.setFieldValue('scopes', inOrder(next));
  const displayValue = (field: string, value: unknown): string => {
    if (field === 'authentication') return t(`oauthClients.authentication.${authenticationOf(value)}`);
    if (!Array.isArray(value)) return String(value);
    return value.map((one) => (field === 'scopes' ? nameOfScope(String(one)) : nameOfGrant(String(one)))).join(', ');
  };
  const nameOfGrant = (grant: string): string => inWords(GRANT_TYPES, grant, (one) => t(`oauthClients.grant.${one}`));
  return (
    <FormPage
      title={t(title)}
      lead={t('oauthClients.lead', { account: account.display_name })}
      shell={shell}
      {...useFormFoot(form, shell)}
      displayValue={displayValue}
    >
      <FormGroup title={t('oauthClients.program')}>
        <TextInput {...shell.field('name', t('oauthClients.nameHelp'))} autoComplete="off" />
        <Radio.Group {...shell.field('authentication')}>
          <ExplainedRadios
            choices={CLIENT_AUTHENTICATIONS.map((way) => ({
              value: way,
              label: t(`oauthClients.authentication.${way}`),
              explanation: t(`oauthClients.authenticationHelp.${way}`),
            }))}
          />
        </Radio.Group>
        {authentication === 'private_key_jwt' && (
          <>
            <Textarea
              {...shell.field('jwks', t('oauthClients.jwksHelp'))}
              autosize
              minRows={3}
              maxRows={12}
              autoComplete="off"
              spellCheck={false}
            />
            <TextInput {...shell.field('jwks_uri', t('oauthClients.jwksUriHelp'))} autoComplete="off" />
          </>
        )}
      </FormGroup>
      <FormGroup title={t('oauthClients.access')}>
        <Checkbox.Group {...shell.field('grant_types')}>
          <Stack gap={12} pt={6}>
            {GRANT_TYPES.map((grant) => (
              <Checkbox
                key={grant}
                value={grant}
                label={t(`oauthClients.grant.${grant}`)}
                description={t(`oauthClients.grantHelp.${grant}`)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {signsIn && (
          <Textarea
            {...shell.field('redirect_uris', t('oauthClients.redirectUrisHelp'))}
            autosize
            minRows={2}
            maxRows={10}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </FormGroup>
      <FormGroup>
        <PermissionFields
          field={shell.field('scopes', t('oauthClients.scopesHelp'))}
          heading
          groups={groupsToChoose(PERMISSIONS.filter(isOffered))}
          chosen={scopes.filter(isPermission)}
          onChange={(next) => setScopes([...scopes.filter((scope) => !isPermission(scope)), ...next])}
          lines={
            identity.length > 0 && (
              <ChoiceLine title={t('oauthClients.identity')}>
                {identity.map((scope) => (
                  <Checkbox
                    key={scope}
                    size="xs"
                    label={nameOfScope(scope)}
                    checked={scopes.includes(scope)}
                    onChange={({ currentTarget: { checked } }) =>
                      setScopes(checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
                    }
                  />
                ))}
              </ChoiceLine>
            )
          }
        />
      </FormGroup>
      {children?.(shell.dirty)}
    </FormPage>
  );
}

const inOrder = (scopes: readonly string[]): string[] => CLIENT_SCOPES.filter((scope) => scopes.includes(scope));

const authenticationOf = (value: unknown) => CLIENT_AUTHENTICATIONS.find((one) => one === value) ?? 'client_secret';

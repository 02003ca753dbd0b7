/** The form of a SAML provider: what stands in it, what is sent, what is wrong. */
import type { SamlCertificate, SamlConfig } from '@signet/contract/areas/account-saml';
import { whyNotSamlAttribute, type SamlAttribute } from '@signet/contract/areas/saml-attributes';
import { whyNotSamlCertificate } from '@signet/contract/areas/saml-certificate-rules';
import { storedDateTime } from '@signet/contract/dates';
import type { Reason } from '@signet/contract/problem';
import { whyNotWebAddress } from '@signet/contract/rules';

export type SamlFormValues = Record<SamlAttribute, string> & {
  metadata: string;
  metadata_url: string;
  certificates: SamlCertificate[];
  enabled: 'on' | 'off';
  ways: 'all' | 'only';
  idp_initiated: boolean;
  confirmed: boolean;
};

/** A new provider is switched on. */
export const valuesOf = (config: SamlConfig): SamlFormValues => {
  const provider = config.identity_provider_config;
  return {
    metadata: provider?.metadata.metadata ?? '',
    metadata_url: provider?.metadata_url ?? '',
    certificates: provider?.certificates ?? [],
    enabled: provider === null || config.status === 'ENABLED' ? 'on' : 'off',
    ways: config.disable_standard_login ? 'only' : 'all',
    idp_initiated: config.idp_initiated,
    confirmed: false,
    email: config.attributes.email ?? '',
    first_name: config.attributes.first_name ?? '',
    last_name: config.attributes.last_name ?? '',
  };
};

/** What is sent over the configuration as it was read last. */
export const bodyOf = (
  { account_id, disable_standard_login: isOnly }: Pick<SamlConfig, 'account_id' | 'disable_standard_login'>,
  {
    metadata,
    metadata_url,
    certificates,
    enabled,
    ways,
    idp_initiated,
    confirmed: _said,
    ...attributes
  }: SamlFormValues,
) => ({
  auth_type: 'SAML 2.0' as const,
  account_id,
  identity_provider_config: {
    metadata: { metadata },
    metadata_url: metadata_url.trim() === '' ? null : metadata_url.trim(),
    certificates: certificates.map(({ certificate, state }) => ({ certificate, state })),
  },
  status: enabled === 'on' ? ('ENABLED' as const) : ('DISABLED' as const),
  // Passwords may have been switched elsewhere since: only who chooses otherwise here says something of them.
  ...((ways === 'only') === isOnly ? {} : { disable_standard_login: !isOnly }),
  idp_initiated,
  attributes,
});

/** What is wrong before anything is sent. */
export const checkSaml = ({
  metadata,
  metadata_url,
  certificates,
  ...names
}: SamlFormValues): Record<string, Reason | null> => ({
  metadata: metadata === '' ? { status: 'REQUIRED' } : null,
  metadata_url: metadata_url.trim() === '' ? null : whyNotWebAddress(metadata_url.trim()),
  certificates:
    metadata !== '' && certificates.every(({ state }) => state === 'retired') ? { status: 'CERTIFICATE_NEEDED' } : null,
  email: whyNotSamlAttribute(names.email),
  first_name: whyNotSamlAttribute(names.first_name),
  last_name: whyNotSamlAttribute(names.last_name),
});

/** Why an answer can't be believed by it; null for none. */
export const whyNotCertificate = ({ expiration_date, parsed }: SamlCertificate): Reason | null =>
  whyNotSamlCertificate({ expiration_date, fault: parsed.key.fault }, storedDateTime(new Date()));

export const counts = (one: SamlCertificate): boolean => whyNotCertificate(one) === null;

/** Those that are not in the list. */
export const without = (list: readonly SamlCertificate[], more: readonly SamlCertificate[]): SamlCertificate[] =>
  more.filter(({ thumb_print }) => !list.some((one) => one.thumb_print === thumb_print));

/** The list with those of the metadata that are not there yet. */
export const withThose = (list: readonly SamlCertificate[], more: readonly SamlCertificate[]): SamlCertificate[] => [
  ...list,
  ...without(list, more),
];

/**
 * The list with metadata of another provider: nobody has said that what the one before signed with speaks for it
 * (docs/decisions/058-saml.md). What is retired stays refused.
 */
export const ofOtherProvider = (
  list: readonly SamlCertificate[],
  more: readonly SamlCertificate[],
): SamlCertificate[] =>
  withThose(
    list.filter(({ state }) => state === 'retired'),
    more,
  );

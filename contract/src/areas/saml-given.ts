/** What somebody gives of a SAML provider: its metadata, and certificates beside those that it names. */
import { z } from 'zod';
import { webAddress } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { SAML_CERTIFICATE_STATES } from './saml-names.ts';

export const certificateState = z.enum(SAML_CERTIFICATE_STATES);

export const metadataXml = z.string().max(LIMITS.samlMetadataMax).describe('The XML of one identity provider.');
const certificateText = z.string().max(LIMITS.certificatesMax).describe('PEM, or DER in base64.');
const passedOver = z.unknown().optional().describe('As it was answered. It is passed over: the certificate says it.');
const givenCertificate = z
  .strictObject({
    certificate: certificateText,
    state: certificateState.optional().describe('Absent, one that is there stays as it is; a new one is current.'),
    common_name: passedOver,
    expiration_date: passedOver,
    thumb_print: passedOver,
    valid_from: passedOver,
    last_used_at: passedOver,
    parsed: passedOver,
  })
  .meta({ shape: 'SamlCertificateInput' });
/** A provider as somebody enters it. */
export const givenProvider = z
  .strictObject({
    metadata: z.strictObject({ metadata: metadataXml }),
    metadata_url: webAddress
      .nullish()
      .describe('Where the metadata came from, and is read again. Absent, it stays where the metadata does.'),
    certificates: z
      .array(givenCertificate)
      .max(LIMITS.samlCertificatesMax)
      .optional()
      .describe(
        'All that there shall be. New ones of the metadata are added to them; one that was there, is left out and ' +
          'stands in the metadata is retired. Absent, what is there stays.',
      ),
  })
  .meta({ shape: 'SamlProviderInput' });

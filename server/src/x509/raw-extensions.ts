/** The extensions of a certificate as they stand (RFC 5280, 4.1), for those that the schemas don't know. */
import { valuesIn } from './der.ts';

const EXPLICIT_VERSION = 0xa0;
const EXPLICIT_EXTENSIONS = 0xa3;

/**
 * The content of each extension by its object identifier, the DER of it in hexadecimal digits. What a content holds is
 * not looked at. Throws where the certificate is not DER.
 */
export function extensionsOf(der: Uint8Array): Map<string, Uint8Array> {
  const content = valuesIn(valuesIn(der)[0]?.content ?? der)[0]?.content ?? der;
  const fields = valuesIn(content).filter(({ tag }) => tag !== EXPLICIT_VERSION);
  const list = fields.find(({ tag }) => tag === EXPLICIT_EXTENSIONS)?.content;
  const extensions = list ? valuesIn(valuesIn(list)[0]?.content ?? list) : [];
  return new Map(
    extensions.map((extension) => {
      const parts = valuesIn(extension.content);
      return [Buffer.from(parts[0]?.content ?? []).toString('hex'), parts.at(-1)?.content ?? new Uint8Array()];
    }),
  );
}

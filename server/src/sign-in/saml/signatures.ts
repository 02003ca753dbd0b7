/** The library of XML signatures and encryption: large, and only a platform with SAML providers needs it. */
export async function signatures() {
  const [{ decryptXml, parseDomFromString, signXml }, { SignedXml }] = await Promise.all([
    import('@node-saml/node-saml/lib/xml.js'),
    import('xml-crypto'),
  ]);
  return { decryptXml, parseDomFromString, signXml, SignedXml };
}

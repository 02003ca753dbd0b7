/** The library of XML signatures and encryption: large, and only a platform with SAML providers needs it. */
export const signatures = () => import('@node-saml/node-saml/lib/xml.js');

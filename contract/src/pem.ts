/** DER, given in base64, as PEM with this label: in lines of 64 characters (RFC 7468, 2). */
export const pemOfBase64 = (label: string, base64: string): string =>
  `-----BEGIN ${label}-----\n${(base64.match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`;

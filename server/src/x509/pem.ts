/** DER as PEM with this label, in lines of 64 characters (RFC 7468, 2). */
export function pemOf(label: 'CERTIFICATE' | 'PRIVATE KEY', der: Uint8Array): string {
  const base64 = Buffer.from(der).toString('base64');
  return `-----BEGIN ${label}-----\n${(base64.match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`;
}

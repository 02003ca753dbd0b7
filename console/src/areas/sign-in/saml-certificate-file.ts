/** A certificate of a SAML provider that somebody brings as a file: the server reads it. */

/** The text of a file as it is sent: PEM as it stands, DER in base64. */
export async function certificateText(file: File): Promise<string> {
  const octets = new Uint8Array(await file.arrayBuffer());
  const SEQUENCE = 0x30;
  if (octets[0] !== SEQUENCE) return file.text();
  return btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join(''));
}

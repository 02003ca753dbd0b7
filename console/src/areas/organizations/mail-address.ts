/**
 * The address of a link that writes a mail. What the mail address itself may not say, such as `?bcc=`, stays part of
 * the name.
 */
export const mailTo = (address: string): string => `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;

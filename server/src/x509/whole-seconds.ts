/** The times of certificates, lists and answers have no parts of a second (RFC 5280, 4.1.2.5): they are cut. */
export const wholeSeconds = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);

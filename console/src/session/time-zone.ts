/** The time zone of this computer by its IANA name, as the platform is told where days begin and end. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

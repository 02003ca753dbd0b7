/** What the names within a certificate are made of; without schemas, so that a page can show them. */
/** The components of a name, as they are shown (S-125). */
export const NAME_PARTS = [
  'commonName',
  'organizationalUnit',
  'organization',
  'locality',
  'state',
  'country',
  'email',
] as const;
export type NamePart = (typeof NAME_PARTS)[number];

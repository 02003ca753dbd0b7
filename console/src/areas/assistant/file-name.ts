/** A label as the name of a file: what systems refuse in one is left out. */
export const fileNameOf = (label: string): string =>
  label
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60) || 'key';

/** How the name of a backup ends. */
export const BACKUP_ENDING = '.signet-keys';

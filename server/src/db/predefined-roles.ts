/** Ids of the roles that migration 0005 made, where the code itself grants them. */

/** "Platform administrator" of the account manager: every permission. */
export const PLATFORM_ADMINISTRATOR = '00000000-0000-7000-8000-000000000001';

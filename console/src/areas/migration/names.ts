/** What people call tables of which rows move, and what stands in an account's way. */
import type { ArrivalSummary, Conflict } from '@signet/contract/areas/migration';
import { UNLIMITED } from '@signet/contract/licensed-features';
import { isTextKey, t } from '../../i18n/text.ts';

/** The name of the account that comes; before it is read, and where it can't be, words that say so. */
export function arrivalName({ account, state }: Pick<ArrivalSummary, 'account' | 'state'>): string {
  return account?.name ?? t(state === 'refused' ? 'migration.unusable' : 'migration.unread');
}

/** Its name in words; one that this version does not know by its own. */
export function tableName(table: string): string {
  const key = `migration.table.${table}`;
  return isTextKey(key) ? t(key) : table;
}

/**
 * What a conflict is about: a feature of a license by its name in words, with its product, since two have features of
 * one name; all else by its own.
 */
export function conflictName({ kind, name, params }: Pick<Conflict, 'kind' | 'name' | 'params'>): string {
  const key = `licensed.${name}`;
  if ((kind !== 'license' && kind !== 'used_up') || !isTextKey(key)) return name;
  const product = `product.${params['application']}`;
  return isTextKey(product) ? `${t(key)} (${t(product)})` : t(key);
}

/** The sentence that says it. */
export function conflictText(conflict: Conflict): string {
  const isUnlimited = conflict.kind === 'license' && conflict.params['needed'] === UNLIMITED;
  const key = isUnlimited ? 'license_unlimited' : conflict.kind;
  return t(`migration.conflict.${key}`, { ...conflict.params, name: conflictName(conflict) });
}

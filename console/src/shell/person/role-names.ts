/** The roles of somebody in one line. */
import type { HeldRole } from '@signet/contract/areas/people';
import { languageTag } from '@signet/contract/locales';
import { useLocale, useText } from '../../i18n/text.ts';

/** Each application has an Administrator: roles of one name are told apart by their products, and named once. */
export function useRoleNames(): (roles: readonly Pick<HeldRole, 'name' | 'app_code'>[]) => string {
  const t = useText();
  const list = new Intl.ListFormat(languageTag(useLocale()), { type: 'unit' });
  return (roles) =>
    [...Map.groupBy(roles, ({ name }) => name)]
      .map(([name, same]) => {
        if (same.length === 1) return name;
        return t('people.roleOf', {
          name,
          products: list.format(same.map(({ app_code }) => t(`product.${app_code}`))),
        });
      })
      .join(', ');
}

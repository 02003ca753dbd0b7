import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../api/query.ts';
import { useLocale } from '../i18n/text.ts';

/** The offered countries by code and name, in the language of the moment; empty until they are there. */
export function useCountries(): readonly { code: string; name: string }[] {
  const locale = useLocale();
  const countries = queryOf('GET /account/ui-api/v1/nationalities', { query: { locale } });
  // No change of this platform changes the countries.
  return useQuery({ ...countries, staleTime: 'static' }).data?.items ?? [];
}

/** The name of a country; its code while the names are on their way. */
export function useCountryName(): (code: string) => string {
  const names = new Map(useCountries().map(({ code, name }) => [code, name]));
  return (code) => names.get(code) ?? code;
}

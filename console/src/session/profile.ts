/** The signed-in person's own record, loaded before any secured page shows. */
import { DEFAULT_DATE_FORMAT, displayDate } from '@signet/contract/dates';
import { languageTag } from '@signet/contract/locales';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallResponse } from '../api/call.ts';
import { queryClient, queryOf } from '../api/query.ts';
import { currentLocale, useLocale } from '../i18n/text.ts';

export type OwnProfile = CallResponse<'GET /account/api/v1/user/me'>;

export const profileQuery = queryOf('GET /account/api/v1/user/me', { query: { hide_unavailable_applications: true } });
export const ownApplicationsQuery = queryOf('GET /account/api/v1/user/me/applications');
export const featuresQuery = queryOf('GET /account/ui-api/v1/feature-flag/features');

/** The own profile. Only inside secured pages, which wait for it. */
export function useProfile(): OwnProfile {
  return useSuspenseQuery({ ...profileQuery, staleTime: 60_000 }).data;
}

/** The saved profile becomes the one everybody sees, without asking again. */
export function profileSaved(profile: OwnProfile): void {
  queryClient.setQueryData(profileQuery.queryKey, profile);
}

/** The migration flag, asked for by its name and the person (S-256): it may be switched for one person alone. */
export const migrationFlagQuery = (userId: string) =>
  queryOf('GET /account/ui-api/v1/feature-flag/{name}', {
    params: { name: 'AM_enable_account_migration' },
    query: { key: userId },
  });

const NO_FEATURES: Readonly<Record<string, boolean>> = {};

export function useFeatures(): Readonly<Record<string, boolean>> {
  const features = useQuery({ ...featuresQuery, staleTime: 60_000 }).data ?? NO_FEATURES;
  const migration = useQuery({ ...migrationFlagQuery(useProfile().id), staleTime: 60_000 }).data?.enabled;
  return useMemo(
    () =>
      migration === undefined
        ? features
        : { ...features, AM_enable_account_migration: migration, 'enable-account-migration': migration },
    [features, migration],
  );
}

/** The person's own format of dates and the tag of their language; before sign-in the default format (S-414). */
export function useDateSettings(): { format: string; tag: string } {
  const tag = languageTag(useLocale());
  // The cached profile only: public pages show dates too, and must not ask for one.
  const format = useQuery({ ...profileQuery, enabled: false }).data?.date_format ?? DEFAULT_DATE_FORMAT;
  return { format, tag };
}

/**
 * Shows payload dates and stored datetimes in the person's own format and language; before sign-in in the default one
 * (S-414).
 */
export function useDateFormat(): (text: string) => string {
  const { format, tag } = useDateSettings();
  return (text) => displayDate(text, format, tag);
}

/** {@link useDateFormat} for texts made outside of components. */
export function formatDate(text: string): string {
  return displayDate(
    text,
    queryClient.getQueryData(profileQuery.queryKey)?.date_format ?? DEFAULT_DATE_FORMAT,
    languageTag(currentLocale()),
  );
}

/** The person's full name as it is shown. */
export function nameOf(person: { first_name: string; last_name: string }): string {
  return `${person.first_name} ${person.last_name}`.trim();
}

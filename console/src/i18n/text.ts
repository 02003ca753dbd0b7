/**
 * The console's texts: `t(key, params)` for code, `useText()` for components, which render again when the language
 * changes.
 */
import { setupI18n, type Messages } from '@lingui/core';
import { DEFAULT_LOCALE, languageTag, type Locale } from '@signet/contract/locales';
import { asTyped, type TextValues } from '@signet/contract/text-values';
import type { TextKey } from '@signet/contract/texts';
import { useSyncExternalStore } from 'react';

export type { TextKey };
export type TextParams = TextValues;
export type TextOf = (key: TextKey, params?: TextParams) => string;

const i18n = setupI18n();
let current: Locale = DEFAULT_LOCALE;

/** The text of a key in the current language, with its ICU placeholders filled. */
export const t: TextOf = (key, params) => i18n._(key, params && asTyped(params));

/** True when `key` is a text key: for keys made at run time, such as notifications.exceptions.{status}. */
export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(i18n.messages, key);
}

/** True for a text that is whole without values; it may be shown where only its key is known. */
export function needsNoValues(key: TextKey): boolean {
  const message = i18n.messages[key];
  return Array.isArray(message) ? message.every((part) => typeof part === 'string') : !message?.includes('{');
}

export function currentLocale(): Locale {
  return current;
}

/** What stands between two sentences: a blank, but none in Japanese, whose full stop has its own width. */
export const sentenceGap = (): string => (current === 'ja_JP' ? '' : ' ');

/** Shows the texts of a language from now on, and tells the document (WCAG 3.1.1). */
export function activateTexts(locale: Locale, messages: Messages): void {
  current = locale;
  const tag = languageTag(locale);
  if (typeof document !== 'undefined') document.documentElement.lang = tag;
  i18n.loadAndActivate({ locale, locales: tag, messages });
}

const subscribe = (listener: () => void) => i18n.on('change', listener);

/** The current language; renders again when it changes. */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentLocale);
}

/** `t`, for components. */
export function useText(): TextOf {
  useLocale();
  return t;
}

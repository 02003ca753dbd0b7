/**
 * The variables of the theme as a style sheet, `virtual:theme-variables.css`. Mantine writes them into a style element
 * when the page starts; the pages' policy takes styles from files alone.
 */
import {
  convertCssVariables,
  deepMerge,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariablesResolver } from './src/ui/theme/css-variables.ts';
import { STATUSES, theme } from './src/ui/theme/theme.ts';

const NAME = 'virtual:theme-variables.css';

/** Mantine's palettes, which nothing here wears, and the halves of those that differ between light and dark. */
const UNUSED = new Set(
  [...Object.keys(DEFAULT_THEME.colors), ...STATUSES.flatMap((name) => [`${name}Light`, `${name}Dark`])].filter(
    (name) => name !== 'gray' && name !== 'dark',
  ),
);

type Variables = Record<string, string>;

const used = (variables: Variables): Variables =>
  Object.fromEntries(
    Object.entries(variables).filter(([name]) => !UNUSED.has(/^--mantine-color-([a-zA-Z]+)-/.exec(name)?.[1] ?? '')),
  );

/** All variables of the theme that something may use; they stand in for Mantine's default-css-variables.css. */
export function themeVariables(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { variables, light, dark } = deepMerge(defaultCssVariablesResolver(merged), cssVariablesResolver(merged));
  return convertCssVariables({ variables: used(variables), light: used(light), dark: used(dark) }, ':root');
}

export function themeVariablesPlugin(): Plugin {
  return {
    name: 'signet-theme-variables',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? themeVariables() : undefined),
  };
}

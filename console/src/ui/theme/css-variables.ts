/** Mantine's variables in terms of ours (tokens.css). theme-variables-plugin.ts makes a style sheet of them. */
import type { CSSVariablesResolver } from '@mantine/core';
import { STATUSES } from './theme.ts';

export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--sg-bg)',
    '--mantine-color-text': 'var(--sg-text)',
    '--mantine-color-bright': 'var(--sg-text)',
    '--mantine-color-dimmed': 'var(--sg-text-3)',
    '--mantine-color-placeholder': 'var(--sg-text-3)',
    '--mantine-color-anchor': 'var(--sg-link)',
    '--mantine-color-error': 'var(--sg-danger-ink)',
    '--mantine-color-success': 'var(--sg-success-ink)',
    '--mantine-color-default': 'var(--sg-surface)',
    '--mantine-color-default-color': 'var(--sg-text)',
    '--mantine-color-default-hover': 'var(--sg-hover)',
    '--mantine-color-default-border': 'var(--sg-line-button)',
    '--mantine-color-disabled': 'var(--sg-bg-sunken)',
    '--mantine-color-disabled-color': 'var(--sg-text-3)',
    '--mantine-color-disabled-border': 'var(--sg-line)',
    ...Object.fromEntries(
      STATUSES.flatMap((name) => [
        [`--mantine-color-${name}-text`, `var(--sg-${name}-ink)`],
        [`--mantine-color-${name}-light`, `var(--sg-${name}-tint)`],
        [`--mantine-color-${name}-light-hover`, `var(--sg-${name}-line)`],
        [`--mantine-color-${name}-light-color`, `var(--sg-${name}-ink)`],
      ]),
    ),
  };
  return { variables: {}, light: shared, dark: shared };
};

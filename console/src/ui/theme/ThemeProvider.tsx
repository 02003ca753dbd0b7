/** The theme around everything that is drawn. Its variables come as a style sheet (mantine.ts), not from here. */
import { MantineProvider, type MantineProviderProps } from '@mantine/core';
import { theme } from './theme.ts';

/** Mantine writes a style element for its variables, and one for classes unused here: the pages' policy takes none. */
export function ThemeProvider(
  props: Pick<MantineProviderProps, 'children' | 'colorSchemeManager' | 'defaultColorScheme'>,
) {
  return <MantineProvider {...props} theme={theme} withCssVariables={false} withGlobalClasses={false} />;
}

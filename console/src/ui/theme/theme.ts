// The Mantine theme of the console; ThemeProvider.tsx applies it. Colours are those of tokens.css.
import {
  createTheme,
  virtualColor,
  type AnchorFactory,
  type BadgeFactory,
  type ButtonFactory,
  type ButtonProps,
  type CheckboxFactory,
  type ExtendComponent,
  type FactoryPayload,
  type InputFactory,
  type InputWrapperFactory,
  type MantineColorsTuple,
  type MantineThemeComponent,
  type MenuFactory,
  type ModalFactory,
  type ModalRootProps,
  type MultiSelectProps,
  type PaginationFactory,
  type RadioFactory,
  type SelectProps,
  type TableFactory,
  type TooltipFactory,
} from '@mantine/core';
import type { RefAttributes } from 'react';
import { BusyButton } from './busy-button.ts';
import { holdPage } from './hold-page.ts';
import { keepEnter } from './keep-enter.ts';

const ramps = {
  light: {
    brand: [
      '#f2fbfd',
      '#e2f5fa',
      '#c8ebf4',
      '#a7dce9',
      '#76c5d7',
      '#3a9fb3',
      '#088195',
      '#006a7b',
      '#005260',
      '#003b45',
    ],
    success: [
      '#f3fcf5',
      '#e3f7e8',
      '#caefd3',
      '#aae2b8',
      '#7ccc92',
      '#43a765',
      '#1d8949',
      '#027138',
      '#005829',
      '#003f1c',
    ],
    warning: [
      '#fef8f0',
      '#fcefdc',
      '#f7e1be',
      '#eecc97',
      '#ddae60',
      '#ba8516',
      '#976902',
      '#7c5603',
      '#604200',
      '#462e00',
    ],
    danger: [
      '#fff7f6',
      '#ffecea',
      '#ffdad6',
      '#ffbfb9',
      '#ff948d',
      '#ed5451',
      '#ca3134',
      '#ad1923',
      '#8a0514',
      '#66000b',
    ],
    info: [
      '#f5f9ff',
      '#e9f2ff',
      '#d3e6ff',
      '#b5d4ff',
      '#86b9ff',
      '#4a90ec',
      '#2b72cb',
      '#175caf',
      '#08468c',
      '#013169',
    ],
  },
  dark: {
    brand: [
      '#e4f3f7',
      '#cce9f0',
      '#b0dce7',
      '#8fcddc',
      '#6db9ca',
      '#459eb1',
      '#1e7e90',
      '#076070',
      '#13414a',
      '#13282d',
    ],
    success: [
      '#e5f5e8',
      '#cfecd5',
      '#b4e1bf',
      '#95d3a5',
      '#75bf89',
      '#50a56b',
      '#2d844d',
      '#196637',
      '#194427',
      '#152a1b',
    ],
    warning: [
      '#f9efdf',
      '#f2e0c4',
      '#ebcfa4',
      '#e1bb7f',
      '#cfa359',
      '#b6862d',
      '#946800',
      '#714e01',
      '#4d3505',
      '#2f220d',
    ],
    danger: [
      '#ffebe9',
      '#ffd8d4',
      '#fec3bd',
      '#fea79f',
      '#fb827b',
      '#e35f5a',
      '#be3e3c',
      '#962929',
      '#63211f',
      '#3b1917',
    ],
    info: [
      '#e7f1ff',
      '#d1e5ff',
      '#b8d6ff',
      '#99c4fe',
      '#77aef7',
      '#5591e0',
      '#3671be',
      '#235596',
      '#1c3a62',
      '#16253a',
    ],
  },
} as const satisfies Record<'light' | 'dark', Record<string, MantineColorsTuple>>;

export const STATUSES = ['brand', 'success', 'warning', 'danger', 'info'] as const;
const both = Object.fromEntries(
  STATUSES.flatMap((name) => [
    [`${name}Light`, ramps.light[name]],
    [`${name}Dark`, ramps.dark[name]],
    [name, virtualColor({ name, light: `${name}Light`, dark: `${name}Dark` })],
  ]),
) as Record<string, MantineColorsTuple>;

/** `Part.extend` without loading the part: sign-in must not carry dialogs and tables for the sake of their theme. */
const styled = <F extends FactoryPayload>(part: ExtendComponent<F>): MantineThemeComponent => part;

const BUTTON = { size: 'xs', variant: 'default', component: BusyButton } satisfies ButtonProps & { component: unknown };
/** The scroll bar of the page behind a dialog is hidden by hold-page.ts. */
const DIALOG = { removeScrollProps: { removeScrollBar: false } } satisfies Partial<ModalRootProps>;
const CHOICE = { onKeyDown: keepEnter } satisfies Partial<SelectProps & MultiSelectProps>;
const BACKDROP = { ref: holdPage } satisfies RefAttributes<HTMLDivElement>;

export const theme = createTheme({
  colors: {
    ...both,
    gray: [
      '#f9fbfc',
      '#f3f6f7',
      '#eaeff1',
      '#dde3e6',
      '#c9d1d5',
      '#7f8b90',
      '#5f6c72',
      '#435158',
      '#27353b',
      '#111d22',
    ],
    dark: [
      '#e7ebee',
      '#c3cace',
      '#9ea9ae',
      '#717d83',
      '#3a464b',
      '#283338',
      '#1b2428',
      '#121a1e',
      '#0c1317',
      '#060c0f',
    ],
  },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  black: '#111d22',
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontFamily: 'var(--sg-font)',
  fontFamilyMonospace: 'var(--sg-mono)',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1rem', sm: '1.25rem', md: '1.375rem', lg: '1.5rem', xl: '1.75rem' },
  headings: {
    fontFamily: 'var(--sg-font)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.25rem' },
    },
  },
  shadows: {
    xs: 'var(--sg-shadow-1)',
    sm: 'var(--sg-shadow-1)',
    md: 'var(--sg-shadow-2)',
    lg: 'var(--sg-shadow-3)',
    xl: 'var(--sg-shadow-3)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // Sizes have one meaning everywhere: xs 32 px in toolbars and tables, sm 36 px in forms, md 44 px on public pages
    // and touch.
    Button: styled<ButtonFactory>({
      defaultProps: BUTTON,
      vars: (_theme, props) => ({
        root:
          props.size === 'md'
            ? { '--button-height': '44px', '--button-padding-x': '20px', '--button-fz': '0.875rem' }
            : props.size === 'sm'
              ? { '--button-height': '36px', '--button-padding-x': '16px', '--button-fz': '0.875rem' }
              : { '--button-height': '32px', '--button-padding-x': '12px', '--button-fz': '0.8125rem' },
      }),
      styles: { label: { fontWeight: 500 } },
    }),
    Input: styled<InputFactory>({
      defaultProps: { size: 'sm' },
      vars: (_theme, props) => ({
        wrapper:
          props.size === 'md'
            ? { '--input-height': '44px', '--input-fz': '1rem' }
            : props.size === 'xs'
              ? { '--input-height': '32px', '--input-fz': '0.8125rem' }
              : { '--input-height': '36px', '--input-fz': '0.875rem' },
      }),
    }),
    // Help and error stand under the field. The form shell leaves the help out while there is an error.
    InputWrapper: styled<InputWrapperFactory>({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'], withAsterisk: false },
      styles: {
        label: { fontSize: '0.8125rem', fontWeight: 500, marginBottom: 4 },
        description: { fontSize: '0.75rem' },
        error: { fontSize: '0.8125rem' },
      },
    }),
    Checkbox: styled<CheckboxFactory>({ defaultProps: { size: 'xs', radius: 'xs' } }),
    Radio: styled<RadioFactory>({ defaultProps: { size: 'xs' } }),
    Badge: styled<BadgeFactory>({
      defaultProps: { variant: 'light', radius: 'xs', size: 'md' },
      styles: {
        root: {
          textTransform: 'none',
          height: 20,
          fontSize: '0.75rem',
          fontWeight: 500,
          letterSpacing: 0,
          paddingInline: 7,
        },
      },
    }),
    Select: { defaultProps: CHOICE },
    MultiSelect: { defaultProps: CHOICE },
    Table: styled<TableFactory>({
      defaultProps: { verticalSpacing: 0, horizontalSpacing: 'sm', fz: 'sm', highlightOnHover: true, layout: 'fixed' },
    }),
    Pagination: styled<PaginationFactory>({ defaultProps: { size: 'sm', radius: 'sm', withEdges: false } }),
    Anchor: styled<AnchorFactory>({ defaultProps: { underline: 'hover' } }),
    Tooltip: styled<TooltipFactory>({
      defaultProps: { openDelay: 400, withArrow: false, events: { hover: true, focus: true, touch: false } },
    }),
    // Its first element would start on a div that takes the focus, which a menu may not hold.
    Menu: styled<MenuFactory>({ defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md', radius: 'md' } }),
    ModalRoot: { defaultProps: DIALOG },
    DrawerRoot: { defaultProps: DIALOG },
    ModalOverlay: { defaultProps: BACKDROP },
    DrawerOverlay: { defaultProps: BACKDROP },
    // A header inside a dialog is no banner of the page.
    Modal: styled<ModalFactory>({
      defaultProps: {
        attributes: { header: { role: 'presentation' } },
        radius: 'lg',
        size: 480,
        centered: false,
        yOffset: '14vh',
        transitionProps: { transition: 'fade', duration: 120 },
      },
    }),
  },
});

/**
 * The search of the header: a button, Ctrl K from anywhere, and the palette that both open, loaded when it is first
 * wanted.
 */
import { Kbd } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useCallback, useLayoutEffect, type ComponentType } from 'react';
import { cell, useCell } from '../../cell.ts';
import { isCovered } from '../routing/free-focus.ts';
import { onSessionEnd } from '../../session/state.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { holdKeys } from './type-ahead.ts';
import { modKey } from '../keyboard/mod-key.ts';
import css from '../frame/frame.module.css';

type PalettePage = ComponentType<{ text: string; onText: (text: string) => void; onClose: () => void }>;
/**
 * Beside the frame, not in it: the start page leads on to a page with a frame of its own, and takes the open palette
 * along.
 */
const palette = cell<{
  Page: PalettePage | null;
  /** Asked for, and on its way. */
  waits: boolean;
  opened: boolean;
  text: string;
  before: Element | null;
}>({
  Page: null,
  waits: false,
  opened: false,
  text: '',
  before: null,
});
/** Lets the keys go again that were held back for it. */
let release = (): void => undefined;
const shut = () => {
  release();
  palette.set((now) => ({ ...now, waits: false, opened: false, text: '', before: null }));
};
onSessionEnd(shut);
const load = () => import('./Palette.tsx');

/** Ctrl K, or Command K; by its place where the keyboard writes another script. */
function isFindKey(event: KeyboardEvent): boolean {
  const isK = event.key.toLowerCase() === 'k' || (event.code === 'KeyK' && !/^[a-z]$/i.test(event.key));
  return isK && event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey;
}

export function Find() {
  const t = useText();
  const { Page: Palette, opened, text } = useCell(palette);

  const open = useCallback(() => {
    if (palette.get().waits) return;
    const before = document.activeElement;
    palette.set((now) => ({ ...now, waits: true }));
    // Until the palette has the focus nothing of what is typed may reach the page: Enter would send the form in it.
    release = holdKeys((change) => palette.set((now) => ({ ...now, text: change(now.text) })), shut);
    load().then(
      ({ default: Page }) => {
        if (palette.get().waits) palette.set((now) => ({ ...now, Page, waits: false, opened: true, before }));
      },
      (thrown) => {
        shut();
        showProblem(thrown);
      },
    );
  }, []);
  /** The focus goes back to where it was, unless it has gone on. */
  const close = useCallback(() => {
    const { before } = palette.get();
    shut();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }, []);
  // Before the header shows: what can be seen listens.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!isFindKey(event)) return;
      event.preventDefault();
      if (opened) close();
      // A question that waits for its answer is not covered by another one.
      else if (!isCovered()) open();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [opened, open, close]);

  const preload = () => void load().catch(() => undefined);
  return (
    <>
      <button
        type="button"
        className={`only-wide ${css.find}`}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span className="cut">{t('palette.open')}</span>
        <span className={css.findKeys} aria-hidden>
          <Kbd>{modKey()}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      <IconButton
        className={`only-small ${css.findSmall}`}
        label={t('palette.open')}
        icon={IconSearch}
        iconSize={20}
        onClick={open}
      />
      {opened && Palette && (
        <Palette text={text} onText={(next) => palette.set((now) => ({ ...now, text: next }))} onClose={close} />
      )}
    </>
  );
}

/**
 * Search over everything and the way to every screen (Ctrl K): a combobox over a list of links in groups
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). The focus stays in the field; the arrows move the active
 * option.
 */
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useCell } from '../../cell.ts';
import { useText } from '../../i18n/text.ts';
import { isCovered } from '../routing/free-focus.ts';
import { useGo } from '../routing/go.ts';
import { keepChoice, keyOf, recentChoices, type Choice } from './choice.ts';
import { useFound } from './found.ts';
import { Hints } from './Hints.tsx';
import { wordsOf } from './match.ts';
import { NoChoice } from './NoChoice.tsx';
import { Options, type Group } from './Options.tsx';
import { matching, useScreens } from './screens.ts';
import { SearchField } from './SearchField.tsx';
import css from './palette.module.css';

/** The question that was answered gives the focus back to `before` once it has gone: not to stay there. */
function goOnInMain(before: Element | null): void {
  const focus = () => document.getElementById('main')?.focus({ preventScroll: true });
  const isAsked = isCovered();
  focus();
  if (!isAsked) return;
  const returned = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.closest('[aria-modal=true]')) return;
    document.removeEventListener('focusin', returned);
    if (target === before) focus();
  };
  document.addEventListener('focusin', returned);
}

/** `text` is what has been typed; it is kept by the caller, as long as the palette is open. */
export default function Palette({
  text,
  onText,
  onClose,
}: {
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}) {
  const t = useText();
  const go = useGo();
  const router = useRouter();
  const id = useId();
  const isSmall = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const [chosen, setChosen] = useState<string | null>(null);
  const [isAwaited, setAwaited] = useState(false);
  const words = wordsOf(text);
  const found = useFound(text);
  const all = useScreens();
  const screens = matching(
    all.filter(({ does }) => !does),
    words,
  );
  const actions = matching(
    all.filter(({ does }) => does),
    words,
  );
  const isKnown = (choice: Choice) => screens.includes(choice) || actions.includes(choice);
  const offered = (choices: readonly Choice[]) =>
    words.length === 0 ? choices.filter(({ to }) => !recent.some((one) => one.to === to)) : choices;
  const recent = useCell(recentChoices);
  const groups = [
    { title: t('palette.recent'), choices: words.length === 0 ? recent : [] },
    { title: t('palette.screens'), choices: offered(screens) },
    { title: t('palette.actions'), choices: offered(actions) },
    { title: t('nav.accounts'), choices: found.accounts },
    { title: t('nav.organizations'), choices: found.organizations },
    { title: t('palette.people'), choices: found.people },
    { title: t('nav.userRoles'), choices: found.roles },
    { title: t('nav.serviceUsers'), choices: found.serviceUsers },
  ].filter((group): group is Group => group.choices.length > 0);
  const choices = groups.flatMap((group) => group.choices);
  const active = choices.find((choice) => keyOf(choice) === chosen) ?? choices[0] ?? null;

  /**
   * The page that comes, not the button that opened this, is where the person goes on; but who is asked about unsaved
   * changes and stays has the focus where it was.
   */
  const leave = (to: string) => {
    onClose();
    const before = document.activeElement;
    const { pathname } = new URL(to, location.origin);
    const stop = router.subscribe('onBeforeLoad', ({ pathChanged, toLocation }) => {
      stop();
      if (pathChanged && toLocation.pathname === pathname) goOnInMain(before);
    });
  };
  const take = (choice: Choice) => {
    keepChoice(choice);
    leave(choice.to);
    go(choice.to);
  };
  const takeInNewTab = (choice: Choice) => {
    keepChoice(choice);
    onClose();
    window.open(choice.to, '_blank', 'noopener');
  };
  // Enter while the answer is on its way means what will stand first, not what an earlier text had found.
  const mustWait = !found.settled && chosen === null && !(active && isKnown(active));
  useEffect(() => {
    if (isAwaited && !mustWait && active) take(active);
  });
  const move = (step: 1 | -1) => {
    const at = choices.findIndex((choice) => choice === active);
    const next = choices.at((at + step) % choices.length);
    setChosen(next ? keyOf(next) : null);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && mustWait) setAwaited(true);
    else if (event.key === 'Enter' && active) (event.ctrlKey || event.metaKey ? takeInNewTab : take)(active);
    else return;
    event.preventDefault();
  };

  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={640}
      padding={0}
      yOffset={isSmall ? 0 : '12vh'}
      fullScreen={isSmall}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.title')} classNames={{ content: css.palette ?? '' }}>
        <SearchField
          text={text}
          busy={!found.settled}
          listId={choices.length > 0 ? id : undefined}
          activeId={active ? `${id}-${choices.indexOf(active)}` : undefined}
          onText={(next) => {
            onText(next);
            setChosen(null);
            setAwaited(false);
          }}
          onKeyDown={pressed}
          onClose={onClose}
        />
        <div className={css.body}>
          <Options
            id={id}
            groups={groups}
            active={active}
            words={words}
            busy={!found.settled}
            onPoint={setChosen}
            onFollow={keepChoice}
            onLeave={leave}
          />
          <NoChoice
            text={text.trim()}
            isEmpty={choices.length === 0 && found.settled}
            failure={found.failure}
            onRetry={() => {
              setAwaited(false);
              found.retry();
            }}
          />
        </div>
        <Hints count={text.trim() !== '' && found.settled && !found.failure ? choices.length : null} />
      </Modal.Content>
    </Modal.Root>
  );
}

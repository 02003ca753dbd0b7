/** The field of the palette. */
import { Kbd, Loader } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { LIMITS } from '@signet/contract/limits';
import type { KeyboardEventHandler } from 'react';
import { useText } from '../../i18n/text.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import css from './palette.module.css';

type Props = {
  text: string;
  /** True while an answer is on its way. */
  busy: boolean;
  /** The list and its active option, where there is one. */
  listId: string | undefined;
  activeId: string | undefined;
  onText: (text: string) => void;
  onKeyDown: KeyboardEventHandler;
  onClose: () => void;
};

export function SearchField({ text, busy, listId, activeId, onText, onKeyDown, onClose }: Props) {
  const t = useText();
  return (
    <div className={css.field}>
      {busy ? (
        <Loader className={css.busy ?? ''} size={18} color="gray" aria-hidden />
      ) : (
        <IconSearch size={20} stroke={1.75} aria-hidden />
      )}
      <input
        type="text"
        role="combobox"
        aria-label={t('palette.open')}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={listId !== undefined}
        aria-controls={listId}
        aria-activedescendant={activeId}
        placeholder={t('palette.open')}
        value={text}
        maxLength={LIMITS.searchTextMax}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        data-autofocus
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className="only-wide">
        <Kbd>Esc</Kbd>
      </span>
      <IconButton className="only-small" label={t('common.close')} icon={IconX} onClick={onClose} />
    </div>
  );
}

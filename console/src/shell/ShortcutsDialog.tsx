/** Every keyboard shortcut that works on the current console. */
import { Kbd, Modal } from '@mantine/core';
import { useText } from '../i18n/text.ts';
import { modKey } from './mod-key.ts';
import { goKeys } from './shortcuts.ts';
import { useNavigation } from './use-navigation.ts';
import css from './shortcuts.module.css';

export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  const entries = useNavigation();
  const lines: [string[], string][] = [
    ...goKeys(entries).map(({ key, entry }): [string[], string] => [['G', key.toUpperCase()], t('shortcuts.goTo', { page: t(entry.text) })]),
    [[modKey(), 'K'], t('shortcuts.find')],
    [['/'], t('shortcuts.filter')],
    [['[', ']'], t('shortcuts.pages')],
    [['J', 'K'], t('shortcuts.rows')],
    [['X'], t('shortcuts.select')],
    [['Shift', 'X'], t('shortcuts.selectRange')],
    [['Ctrl', 'Enter'], t('shortcuts.submit')],
    [['Esc'], t('shortcuts.close')],
    [['?'], t('shortcuts.help')],
  ];
  return (
    <Modal opened={opened} onClose={onClose} title={t('shell.shortcuts')} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <dl className={css.keys}>
        {lines.map(([keys, words]) => (
          <div key={words}>
            <dt>{keys.map((key) => <Kbd key={key}>{key}</Kbd>)}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className={css.note}>{t('shortcuts.note')}</p>
    </Modal>
  );
}

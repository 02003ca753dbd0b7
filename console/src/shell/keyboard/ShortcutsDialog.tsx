/** Every keyboard shortcut that works on the current console. */
import { Kbd } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { paths } from '../../paths.ts';
import { useSingleKeys } from '../../session/single-keys.ts';
import { PageLink } from '../routing/PageLink.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { modKey } from './mod-key.ts';
import { goKeys } from './shortcuts.ts';
import { useNavigation } from '../navigation/use-navigation.ts';
import css from './shortcuts.module.css';

export default function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  const entries = useNavigation();
  const { on } = useSingleKeys();
  const single: [string[], string][] = on
    ? [
        ...goKeys(entries).map(({ key, entry }): [string[], string] => [
          ['G', key.toUpperCase()],
          t('shortcuts.goTo', { page: t(entry.text) }),
        ]),
        [['C'], t('shortcuts.create')],
        [['E'], t('shortcuts.edit')],
        [['/'], t('shortcuts.filter')],
        [['[', ']'], t('shortcuts.pages')],
        [['J', 'K'], t('shortcuts.rows')],
        [['X'], t('shortcuts.select')],
        [['Shift', 'X'], t('shortcuts.selectRange')],
        [['?'], t('shortcuts.help')],
      ]
    : [];
  const lines: [string[], string][] = [
    [[modKey(), 'K'], t('shortcuts.find')],
    [['Ctrl', 'Enter'], t('shortcuts.submit')],
    [['Shift', 'Enter'], t('shortcuts.sortToo')],
    [['Esc'], t('shortcuts.close')],
    ...single,
  ];
  return (
    <Dialog opened={opened} onClose={onClose} title={t('shell.shortcuts')}>
      <dl className={css.keys}>
        {lines.map(([keys, label]) => (
          <div key={label}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <p className={css.note}>
        <Rich
          text={on ? 'shortcuts.note' : 'shortcuts.off'}
          tags={{ profile: <PageLink to={paths.profile()} onClick={onClose} /> }}
        />
      </p>
    </Dialog>
  );
}

/** What can be asked of the assistant beside what it does to one token (S-417). */
import { Button } from '@mantine/core';
import { IconFileCertificate, IconPlug } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useHasCommand } from '../../shell/assistant/assistant.ts';
import { RefusedButton } from '../../shell/record/RefusedButton.tsx';
import { AddProvider } from './AddProvider.tsx';
import css from './keys.module.css';
import { ReadFile } from './ReadFile.tsx';

const ICONS = { registerProvider: IconPlug, parseFile: IconFileCertificate } as const;
type Act = keyof typeof ICONS;
const ACTS = ['registerProvider', 'parseFile'] as const satisfies readonly Act[];

export function PageActions({ onChange }: { onChange: () => void }) {
  const t = useText();
  const has = useHasCommand();
  const [asked, setAsked] = useState<{ act: Act } | null>(null);
  // Its own alone: a command that is answered once its dialog was cancelled closes none that was opened since.
  const close = (): void => setAsked((now) => (now === asked ? null : now));
  return (
    <div className={css.acts}>
      {ACTS.map((act) => {
        const Sign = ICONS[act];
        const look = {
          leftSection: <Sign size={16} stroke={1.75} aria-hidden />,
          children: t(`keys.act.${act}`),
        };
        return has(act) ? (
          <Button key={act} {...look} onClick={() => setAsked({ act })} />
        ) : (
          <RefusedButton key={act} {...look} whyNot={t('keys.needsUpgrade')} />
        );
      })}
      {asked?.act === 'registerProvider' && (
        <AddProvider
          opened
          onClose={close}
          onDone={() => {
            close();
            onChange();
          }}
        />
      )}
      {asked?.act === 'parseFile' && <ReadFile opened onClose={close} />}
    </div>
  );
}

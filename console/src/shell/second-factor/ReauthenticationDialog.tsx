/**
 * Asks again who sits at the session, before a dangerous act. What it asks with is loaded when the server wants to
 * know: most people go through a day without.
 */
import { useEffect, useState, type ComponentType } from 'react';
import { answerReauthentication } from '../../api/reauthentication.ts';
import { useText } from '../../i18n/text.ts';
import { Dialog } from '../dialog/Dialog.tsx';

type Asked = { Question: ComponentType<{ onProved: () => void }>; settle: (proved: boolean) => void };

export function ReauthenticationDialog() {
  const t = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(
    () =>
      answerReauthentication(async () => {
        const { default: Question } = await import('./ReauthenticationQuestion.tsx');
        return new Promise<boolean>((resolve) => {
          const settle = (proved: boolean): void => {
            // A proof that is slow may come when another question is open already.
            setAsked((now) => (now?.settle === settle ? null : now));
            resolve(proved);
          };
          setAsked({ Question, settle });
        });
      }),
    [],
  );
  return (
    <Dialog opened={asked !== null} onClose={() => asked?.settle(false)} title={t('reauthentication.title')}>
      {asked && <asked.Question onProved={() => asked.settle(true)} />}
    </Dialog>
  );
}

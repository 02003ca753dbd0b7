/** Asks what a saved filter is called. */
import { TextInput } from '@mantine/core';
import { LIMITS } from '@signet/contract/limits';
import { useId, useState, type FormEvent } from 'react';
import { useText } from '../../i18n/text.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { DialogFooter } from '../dialog/DialogFooter.tsx';
import { AtOnce } from '../../ui/AtOnce.tsx';
import { FieldError } from '../../ui/ErrorSummary.tsx';
import css from './saved.module.css';

type Props = {
  opened: boolean;
  title: string;
  act: string;
  /** The name it has so far. */
  name: string;
  /** Whether another one is called so; it would be replaced. */
  taken: (name: string) => boolean;
  whyNot?: (name: string) => string | null;
  onName: (name: string) => void;
  onClose: () => void;
};

export function FilterNameDialog({ opened, title, onClose, ...rest }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="sm">
      <NameForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function NameForm({ act, name: before, taken, whyNot, onName, onClose }: Omit<Props, 'opened' | 'title'>) {
  const t = useText();
  const id = useId();
  const [name, setName] = useState(before);
  const [tried, setTried] = useState(false);
  const reason = name.trim() === '' ? t('list.filterNameFirst') : (whyNot?.(name) ?? null);
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (reason !== null) return;
    onName(name.trim());
    onClose();
  }
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <TextInput
        id={id}
        label={t('list.filterName')}
        maxLength={LIMITS.savedFilterNameMax}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
        error={
          tried && reason !== null ? (
            <AtOnce>
              <FieldError>{reason}</FieldError>
            </AtOnce>
          ) : null
        }
        description={taken(name) ? t('list.filterReplaces') : null}
      />
      <DialogFooter submit={act} busy={false} onCancel={onClose} />
    </form>
  );
}

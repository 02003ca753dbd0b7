/** The form of a filter that is chosen first and applied then; nothing chosen applies nothing. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import css from './filter-form.module.css';

export function FilterForm({
  chosen,
  onApply,
  children,
}: {
  chosen: string;
  onApply: (value: string) => void;
  children: ReactNode;
}) {
  const t = useText();
  return (
    <form
      className={css.editor}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== '') onApply(chosen);
      }}
    >
      {children}
      <Button type="submit" variant="filled">
        {t('list.apply')}
      </Button>
    </form>
  );
}

/** Keeps the filters in force under a name; there only while they are neither the list's own nor saved already. */
import { Button } from '@mantine/core';
import { LIMITS } from '@signet/contract/limits';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { FilterNameDialog } from './FilterNameDialog.tsx';
import type { List, View } from './list-state.ts';
import { isNamed, isSameView, withSaved } from './saved-filters.ts';
import css from './saved.module.css';

export function SaveFilter<F extends string>({ list }: { list: List<F> }) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const { saved, present } = list;
  const isPresent = (view: View): boolean => isSameView(list.asShown(view), present);
  const isNew = saved !== null && !isPresent(list.plain) && !saved.some(isPresent);
  if (saved === null || (!isNew && !opened)) return null;
  const whyNot = (name: string) =>
    saved.length < LIMITS.savedFilters || saved.some(isNamed(name))
      ? null
      : t('list.savedMost', { max: LIMITS.savedFilters });
  return (
    <>
      <Button
        className={css.save ?? ''}
        variant="subtle"
        color="gray"
        c="var(--sg-text-2)"
        leftSection={<IconBookmark size={14} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('list.saveFilter')}
      </Button>
      <FilterNameDialog
        opened={opened}
        title={t('list.saveFilter')}
        act={t('list.saveFilter')}
        name=""
        taken={(name) => saved.some(isNamed(name))}
        whyNot={whyNot}
        onName={(name) => list.changeSaved((those) => withSaved(those, { name, ...present }))}
        onClose={() => setOpened(false)}
      />
    </>
  );
}

/** Chooses a screen or an action by words of its name, as the palette finds them. */
import type { ComboboxItem, ComboboxParsedItem } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { SearchChoice } from '../../shell/choice/SearchChoice.tsx';
import { rankOf, wordsOf } from '../../shell/palette/match.ts';
import type { AskedAbout } from './choices.ts';

type Props = { choices: readonly AskedAbout[]; chosen: AskedAbout | undefined; onChoose: (value: string) => void };

/** Those that answer the words, the best first, in their groups. */
function found(options: ComboboxParsedItem[], typed: string): ComboboxParsedItem[] {
  const words = wordsOf(typed);
  const best = (items: readonly ComboboxItem[]): ComboboxItem[] =>
    items
      .map((item) => ({ item, rank: rankOf(words, item.label) }))
      .filter(({ rank }) => rank !== null)
      .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
      .map(({ item }) => item);
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return best([option]);
    const items = best(option.items);
    return items.length > 0 ? [{ ...option, items }] : [];
  });
}

export function ActPicker({ choices, chosen, onChoose }: Props) {
  const t = useText();
  const group = (kind: AskedAbout['kind']) =>
    choices.filter((one) => one.kind === kind).map(({ value, label }) => ({ value, label }));
  const screens = group('screen');
  return (
    <SearchChoice
      label={t('accessCheck.what')}
      placeholder={t('form.choose')}
      value={chosen?.value ?? null}
      onChange={(value) => value !== null && onChoose(value)}
      data={[
        ...(screens.length > 0 ? [{ group: t('accessCheck.screens'), items: screens }] : []),
        { group: t('accessCheck.actions'), items: group('action') },
      ]}
      filter={({ options, search }) => (search === chosen?.label ? options : found(options, search))}
      nothingFoundMessage={t('list.nothing')}
      allowDeselect={false}
      openOnFocus={false}
      maxDropdownHeight={320}
    />
  );
}

/** What stands in the way of an account, each with what shall be done about it. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { Arrival, Conflict } from '@signet/contract/areas/migration';
import { whyNotStep, type Choice } from '@signet/contract/areas/migration-rules';
import { useState, type FormEvent } from 'react';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { useAct } from '../../shell/record/use-act.ts';
import { conflictName, conflictText } from './names.ts';
import css from './migration.module.css';

type Choices = Record<string, Choice>;

export function Conflicts({ arrival }: { arrival: Arrival }) {
  const t = useText();
  const { id, conflicts, state } = arrival;
  const { busy, run } = useAct();
  const [choices, setChoices] = useState<Choices>(() => chosen(conflicts));
  if (conflicts.length === 0) return <p className="t2">{t('migration.noConflicts')}</p>;
  const mayChoose = whyNotStep('choose', state) === null && conflicts.some(({ ways }) => ways.length > 0);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void run(
      () => change('PUT /account/ui-api/v1/migration/arrival/{id}/choice', { params: { id }, body: { choices } }),
      'migration.choicesSaved',
    );
  };
  const choose = (key: string, choice: Choice | null) =>
    setChoices((before) => {
      const { [key]: _, ...others } = before;
      return choice ? { ...others, [key]: choice } : others;
    });
  return (
    <form noValidate onSubmit={save} className={css.conflicts}>
      <ul className="card">
        {conflicts.map((one) => (
          <li key={one.key}>
            <p>{conflictText(one)}</p>
            {one.ways.length === 0 ? (
              <p className="sm t2">{t('migration.noWay')}</p>
            ) : (
              <WayOut conflict={one} choice={choices[one.key] ?? null} onChoose={(way) => choose(one.key, way)} />
            )}
          </li>
        ))}
      </ul>
      {mayChoose && (
        <div>
          <Button type="submit" aria-busy={busy}>
            {t('migration.saveChoices')}
          </Button>
        </div>
      )}
    </form>
  );
}

const chosen = (conflicts: readonly Conflict[]): Choices =>
  Object.fromEntries(conflicts.flatMap(({ key, choice }) => (choice ? [[key, choice]] : [])));

function WayOut({
  conflict,
  choice,
  onChoose,
}: {
  conflict: Conflict;
  choice: Choice | null;
  onChoose: (choice: Choice | null) => void;
}) {
  const t = useText();
  const { ways, suggestion } = conflict;
  const name = conflictName(conflict);
  const choose = (way: string) => {
    if (way === 'leave_out') onChoose({ way });
    else if (way === 'rename') onChoose({ way, value: suggestion ?? '' });
    else onChoose(null);
  };
  return (
    <div className={css.way}>
      <NativeSelect
        aria-label={t('migration.choice', { name })}
        value={choice?.way ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          { value: '', label: t('migration.way.none') },
          ...ways.map((value) => ({ value, label: t(`migration.way.${value}`) })),
        ]}
      />
      {choice?.way === 'rename' && (
        <TextInput
          aria-label={t('migration.newName', { name })}
          value={choice.value}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => onChoose({ way: 'rename', value: currentTarget.value })}
        />
      )}
    </div>
  );
}

/** What stands in the way of an account, each with what shall be done about it. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { Arrival, Conflict } from '@signet/contract/areas/migration';
import { CONFLICT_WAYS, whyNotStep, type Choice, type ConflictKind } from '@signet/contract/areas/migration-rules';
import type { FormEvent } from 'react';
import { change } from '../../api/change.ts';
import { useText, type TextKey } from '../../i18n/text.ts';
import { DraftNotice } from '../../shell/form/DraftNotice.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { conflictName, conflictText } from './names.ts';
import type { Choices, Choosing } from './use-choices.ts';
import css from './migration.module.css';

/** Nobody overtakes a draft of choices, of which each is kept by itself. */
const CONFLICTS = (): TextKey => 'migration.conflicts';

/** What to do about a conflict of which nothing can be chosen. */
const noWayText = (kind: ConflictKind): TextKey =>
  kind === 'here' ? 'migration.noWay.here' : 'migration.noWay.used_up';

/** From so many on they can be decided together. */
const MANY = 3;

export function Conflicts({ arrival, choosing }: { arrival: Arrival; choosing: Choosing }) {
  const t = useText();
  const { id, conflicts, state } = arrival;
  const { busy, run } = useAct();
  const { choices, choose } = choosing;
  if (conflicts.length === 0) return <p className="t2">{t('migration.noConflicts')}</p>;
  const hasChoice = conflicts.some(({ ways }) => ways.length > 0);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const saved = choosing.saving();
    void run(async () => {
      await change('PUT /account/ui-api/v1/migration/arrival/{id}/choice', {
        params: { id },
        body: { choices: choosing.changed },
      });
      saved();
    }, 'migration.choicesSaved');
  };
  const { restored, discard } = choosing.draft;
  return (
    <form noValidate onSubmit={save} className={css.conflicts}>
      {restored && <DraftNotice restored={restored} labelOf={CONFLICTS} onDiscard={discard} />}
      {conflicts.filter(({ ways }) => ways.length > 0).length >= MANY && (
        <Together conflicts={conflicts} choices={choices} onChoose={choose} />
      )}
      <ul className="card">
        {conflicts.map((one) => (
          <li key={one.key}>
            <p>{conflictText(one)}</p>
            {one.ways.length === 0 ? (
              <p className={`sm t2 ${css.noWay}`}>{t(noWayText(one.kind))}</p>
            ) : (
              <WayOut conflict={one} choice={choices[one.key] ?? null} onChoose={(way) => choose({ [one.key]: way })} />
            )}
          </li>
        ))}
      </ul>
      {whyNotStep('choose', state) === null && (
        <div>
          <Button type="submit" aria-busy={busy}>
            {t(hasChoice ? 'migration.saveChoices' : 'migration.checkAgain')}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Decides all that are not decided yet and have such a way. */
function Together({
  conflicts,
  choices,
  onChoose,
}: {
  conflicts: readonly Conflict[];
  choices: Choices;
  onChoose: Choosing['choose'];
}) {
  const t = useText();
  const open = conflicts.filter(({ key, ways }) => ways.length > 0 && !choices[key]);
  const decide = (way: Choice['way']) =>
    onChoose(
      Object.fromEntries(open.filter(({ ways }) => ways.includes(way)).map((one) => [one.key, choiceOf(one, way)])),
    );
  const decideAnew = () => onChoose(Object.fromEntries(conflicts.map(({ key }) => [key, null])));
  return (
    <div role="group" aria-label={t('migration.together')} className={css.together}>
      <span className="t2">{t('migration.undecided', { count: open.length })}</span>
      {CONFLICT_WAYS.filter((way) => open.some(({ ways }) => ways.includes(way))).map((way) => (
        <Button key={way} onClick={() => decide(way)}>
          {t(`migration.way.${way}`)}
        </Button>
      ))}
      {open.length === 0 && <Button onClick={decideAnew}>{t('migration.decideAnew')}</Button>}
    </div>
  );
}

const choiceOf = ({ suggestion }: Conflict, way: Choice['way']): Choice =>
  way === 'rename' ? { way, value: suggestion ?? '' } : { way };

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
  const { ways } = conflict;
  const name = conflictName(conflict);
  const choose = (chosenWay: string) => {
    const way = ways.find((one) => one === chosenWay);
    onChoose(way ? choiceOf(conflict, way) : null);
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

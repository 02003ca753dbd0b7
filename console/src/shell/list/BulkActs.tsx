/** What can be done to the selected rows: some acts in sight, the others in a menu; each leads to its plan. */
import { Button, Menu } from '@mantine/core';
import { IconChevronUp, type Icon } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';
import { escapeWhileOpening } from '../keyboard/escape-while-opening.ts';
import { useGoOn } from '../routing/go.ts';
import { planOf, type Bulk, type BulkAct } from './bulk.ts';
import { useSmallScreen } from './small-screen.ts';
import css from './bulk.module.css';

/** Acts that stand side by side where there are no more; of more than these, so many do beside the menu. */
const MOST_IN_SIGHT = 3;
const BESIDE_MENU = 2;

/** Out of the list, which clips, but within the page's main part. */
const IN_MAIN = { target: '#main' };

/** What is done at once, without a plan. */
export type Direct = { label: string; icon: Icon; whyNot: string | null; act: () => void };

type Props = Pick<Bulk<never>, 'acts' | 'planAt'> & {
  /** Beside the acts; in the menu where there is one. */
  direct: Direct | null;
  /** The rows, all that match with null; and how many they are. */
  ids: readonly string[] | null;
  count: number;
};

export function BulkActs({ acts, planAt, ids, count, direct }: Props) {
  const t = useText();
  const leadOn = useGoOn();
  const small = useSmallScreen();
  const [asking, setAsking] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const menu = useRef<HTMLButtonElement>(null);
  /** Counts the plans that were asked for, and the questions that were put away. */
  const turns = useRef(0);
  const inSight = small && acts.length > 1 ? 0 : acts.length > MOST_IN_SIGHT ? BESIDE_MENU : acts.length;
  async function makePlan(act: BulkAct): Promise<void> {
    if (busy !== null) return;
    setBusy(act.label);
    turns.current += 1;
    const turn = turns.current;
    const goOn = leadOn();
    try {
      const id = await planOf(act, ids);
      // Who has put the question away meanwhile wants no plan, and may be choosing other rows.
      if (turns.current === turn) goOn(planAt(id));
    } catch (thrown) {
      if (turns.current === turn) showProblem(thrown);
    } finally {
      if (turns.current === turn) setBusy(null);
    }
  }
  const putAway = () => {
    turns.current += 1;
    setAsking(null);
    setBusy(null);
  };
  const begin = (act: BulkAct) => {
    if (!act.asks) return void makePlan(act);
    act.asks.begin();
    setAsking(act.label);
  };
  /** A dialog gives the focus back to what had it before: the button, for the menu has gone by then. */
  const beginFromMenu = (act: BulkAct) => {
    menu.current?.focus({ preventScroll: true });
    begin(act);
  };
  return (
    <>
      {acts.slice(0, inSight).map((act) => (
        <Button key={act.label} {...lookOf(act)} aria-busy={busy === act.label} onClick={() => begin(act)}>
          {act.label}
        </Button>
      ))}
      {acts.length > inSight && (
        <Menu position="top-start" portalProps={IN_MAIN}>
          <Menu.Target>
            <Button
              ref={menu}
              rightSection={<IconChevronUp size={16} stroke={1.75} aria-hidden />}
              onKeyDown={escapeWhileOpening}
              aria-busy={acts.slice(inSight).some(({ label }) => label === busy)}
            >
              {t(inSight === 0 ? 'list.acts' : 'list.moreActs')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {acts.slice(inSight).map((act) => (
              <Menu.Item key={act.label} {...lookOf(act)} onClick={() => beginFromMenu(act)}>
                {act.label}
              </Menu.Item>
            ))}
            {direct && (
              <Menu.Item
                leftSection={<direct.icon size={16} stroke={1.75} aria-hidden />}
                aria-disabled={direct.whyNot !== null}
                closeMenuOnClick={direct.whyNot === null}
                onClick={() => direct.whyNot ?? direct.act()}
              >
                {direct.label}
                {direct.whyNot && <span className={css.reason}>{direct.whyNot}</span>}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {direct && acts.length <= inSight && <DirectButton direct={direct} />}
      {acts.map(
        (act) =>
          act.asks && (
            <ConfirmDialog
              key={act.label}
              opened={asking === act.label}
              title={act.asks.title}
              act={t('list.makePlan', { count })}
              whyNotYet={act.asks.whyNotYet}
              busy={busy === act.label}
              onClose={putAway}
              onConfirm={() => void makePlan(act)}
            >
              {act.asks.fields}
              <p className={css.hint}>{t('list.planFirst')}</p>
            </ConfirmDialog>
          ),
      )}
    </>
  );
}

function DirectButton({ direct: { label, icon: Sign, whyNot, act } }: { direct: Direct }) {
  return (
    <Button
      leftSection={<Sign size={16} stroke={1.75} aria-hidden />}
      {...(whyNot === null ? {} : { 'aria-disabled': true, 'data-disabled': true, title: whyNot })}
      onClick={() => whyNot ?? act()}
    >
      {label}
    </Button>
  );
}

const lookOf = ({ danger = false, icon: Sign }: BulkAct) => ({
  ...(danger ? { c: 'var(--sg-danger-ink)' } : {}),
  ...(Sign ? { leftSection: <Sign size={16} stroke={1.75} aria-hidden /> } : {}),
});

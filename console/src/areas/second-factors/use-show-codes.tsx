/** Shows recovery codes that were made just now: this once. */
import { Button } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { DialogFoot } from '../../shell/dialog/DialogFoot.tsx';
import { RecoveryCodes } from '../../shell/second-factor/RecoveryCodes.tsx';
import css from '../../shell/second-factor/second-factor.module.css';
import { showOnce } from '../../shell/secret/shown-secret.ts';

type Codes = readonly string[];

/** What it answers shows codes; of none, nothing. */
export function useShowCodes(): (codes: Codes) => void {
  const t = useText();
  return (codes) => {
    if (codes.length === 0) return;
    const Content = ({ onStored }: { onStored: () => void }) => <KeepCodes codes={codes} onStored={onStored} />;
    showOnce({ title: t('secondFactor.keepCodes'), Content });
  };
}

function KeepCodes({ codes, onStored }: { codes: Codes; onStored: () => void }) {
  const t = useText();
  return (
    <div className={css.question}>
      <p className="t2">{t('secondFactor.keepCodesIntro')}</p>
      <RecoveryCodes codes={codes} />
      <DialogFoot>
        <Button size="sm" variant="filled" onClick={onStored}>
          {t('secondFactor.codesKept')}
        </Button>
      </DialogFoot>
    </div>
  );
}

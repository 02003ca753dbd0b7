/** Has the tokens looked for once more, by drivers that begin anew. */
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';

export function LookAgain({ busy, onLook }: { busy: boolean; onLook: () => void }) {
  const t = useText();
  return (
    <Button size="xs" loading={busy} leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />} onClick={onLook}>
      {t('enrollment.look')}
    </Button>
  );
}

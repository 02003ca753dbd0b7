import { useMediaQuery } from '@mantine/hooks';

/** True where rows become two lines, as in list.module.css. */
export function useSmallScreen(): boolean {
  return useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
}

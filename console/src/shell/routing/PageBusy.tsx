/** What shows while a page waits for what it is made of: its heading is there, for those who hear the page. */
import { Busy } from '../../ui/Busy.tsx';
import { usePageTitle } from '../navigation/crumbs.ts';

export function PageBusy() {
  const title = usePageTitle();
  return (
    <>
      <h1 className="vh">{title}</h1>
      <Busy />
    </>
  );
}

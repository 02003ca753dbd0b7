import { createContext, useContext, type ReactNode } from 'react';

/** Puts something above the facts of the record's page until the page is left, or null takes it away. */
export type SetPageBanner = (banner: ReactNode) => void;

export const PageBanner = createContext<SetPageBanner>(() => undefined);

/** For a section whose act changes so much of the record that the section itself may be there no more. */
export const usePageBanner = (): SetPageBanner => useContext(PageBanner);

/** Whether a file may be metadata, by its name: another one is refused before anything is sent. */
export const isXmlFile = ({ name }: File): boolean => name.toLowerCase().endsWith('.xml');

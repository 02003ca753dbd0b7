/** "Issuing CA" is followed by "Issuing CA 2", that by "Issuing CA 3". */
export function nextName(name: string): string {
  const [, stem = name, number = '1'] = /^(.*?)\s+(\d{1,4})$/.exec(name) ?? [];
  return `${stem} ${Number(number) + 1}`;
}

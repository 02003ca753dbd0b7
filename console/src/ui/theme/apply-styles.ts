/** Applies the style sheets that the page has loaded without waiting for them (console/first-paint-plugin.ts). */
export async function applyStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-applied-later]')];
  await Promise.all(
    links.map(async (link) => {
      const loaded =
        link.sheet === null &&
        new Promise((resolve) => {
          link.addEventListener('load', resolve, { once: true });
          // Without styles the console is still to be read.
          link.addEventListener('error', resolve, { once: true });
        });
      link.media = 'all';
      await loaded;
    }),
  );
}

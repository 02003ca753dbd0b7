/** What is wrong with a page as it stands, as sentences; an empty list as a rule. */
import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { knowMakes } from './makes.ts';

declare global {
  interface Window {
    /** Once its source has run in the page. */
    axe?: typeof axe;
  }
}

/** What fades in has its colours once it is there; what turns for ever is not waited for. */
async function stilled(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
        .map((one) => one.finished.catch(() => undefined)),
    ),
  );
}

/** Structure and names are the same in every colour scheme; these two rules are not. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds by all its rules. */
export async function violations(page: Page): Promise<string[]> {
  const rules = Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: false }]));
  return [...(await violationsOf(page, { rules })), ...(await colourViolations(page))];
}

/**
 * What axe finds by these rules; in the dialog alone where one is open, since the page under it has a visit of its own.
 * Without the lists of what is fine: a quarter of the time.
 */
export async function violationsOf(page: Page, rules: Pick<RunOptions, 'runOnly' | 'rules'>): Promise<string[]> {
  await bringAxe(page);
  return page.evaluate(async (chosen) => {
    const scope = document.querySelector('[role=dialog][aria-modal=true]') ?? document;
    // The style sheets are fetched and read for one rule, which is off.
    const result = await window.axe?.run(scope, { resultTypes: ['violations'], preload: false, ...chosen });
    if (!result) throw new Error('axe has not loaded.');
    return result.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`);
  }, rules);
}

/**
 * What axe finds by the rules that another colour scheme may break: texts that don't stand out from their ground, links
 * that don't from the text around them. They cost as much as all other rules together, so axe judges one element of
 * each make (makes.ts), and none of a make that it has found fine since the page was loaded. Where one can't be judged
 * (covered, scrolled away, over a picture) the others of its make are.
 */
export async function colourViolations(page: Page): Promise<string[]> {
  await bringAxe(page);
  await page.evaluate(knowMakes);
  return page.evaluate(async (rules) => {
    const { axe: judge, makes } = window;
    if (!judge || !makes) throw new Error('axe has not loaded.');
    const found: string[] = [];
    /** Judges these, and answers those that can't be. */
    const undecided = async (elements: Element[]): Promise<Element[]> => {
      if (elements.length === 0) return [];
      const result = await judge.run(
        { include: elements },
        // The selectors of everything that is fine would take longer than the rules.
        { runOnly: rules, selectors: false, elementRef: true, preload: false },
      );
      const atFault = new Set<Element | undefined>();
      for (const { id, nodes } of result.violations) {
        found.push(`${id}: ${nodes.map(({ html }) => html).join(', ')}`);
        for (const { element } of nodes) atFault.add(element);
      }
      const fine = result.passes.flatMap(({ nodes }) => nodes.map(({ element }) => element));
      for (const element of fine) if (element && !atFault.has(element)) makes.judged(element);
      return elements.filter((element) => !makes.isJudged(element) && !atFault.has(element));
    };
    const unknown = makes.unknownIn(document.querySelector('[role=dialog][aria-modal=true]') ?? document);
    const left = await undecided([...unknown.values()].map(([first]) => first));
    await undecided(left.flatMap((element) => unknown.get(makes.of(element))?.slice(1) ?? []));
    return found;
  }, OF_COLOURS);
}

/** Its source is sent to a page once. What fades in is waited for: axe would see it half. */
async function bringAxe(page: Page): Promise<void> {
  await stilled(page);
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source);
}

/** One heading of the first level, one main landmark, a title, and no key of a text where the text should stand. */
export function structureFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const count = (what: string, selector: string): void => {
      const found = document.querySelectorAll(selector).length;
      if (found !== 1) faults.push(`${found} elements are the ${what}`);
    };
    count('heading of the first level', 'h1');
    count('main landmark', 'main, [role=main]');
    if (document.title.trim() === '') faults.push('the page has no title');
    // A text that is missing in the catalog shows as its key, such as accounts.filter.status.
    const isKey = /^[a-z]+[\w-]*(?:\.[\w-]+)*\.[a-z_][\w-]*$/;
    const check = (text: string | null): void => {
      if (text && isKey.test(text.trim())) faults.push(`the key of a text is shown: ${text.trim()}`);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (!parent?.closest('script, style, code, pre, [translate=no]')) check(walker.currentNode.nodeValue);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      if (!element.closest('[translate=no]'))
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) check(element.getAttribute(name));
    check(document.title);
    return faults;
  });
}

/**
 * How many pixels must be scrolled sideways to see all of the page; 0 as it should be. What opens beside a control
 * follows a new width some frames later, and on a busy machine some of those take long.
 */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const excess = (): number => Math.max(0, document.documentElement.scrollWidth - innerWidth);
    const until = performance.now() + 3_000;
    for (let frame = 0; (frame < 30 || performance.now() < until) && excess() > 0; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return excess();
  });

/** The texts that can be seen, for comparing the same page in another medium. */
export const visibleText = (page: Page): Promise<string> => page.evaluate(() => document.body.innerText);

/**
 * What cannot be seen in forced colours: a text in the colour of its ground, a control that looks the same with the
 * focus and without it. The page must be in that medium. The focus wanders, so fields that are left empty may complain.
 */
export function forcedColourFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults = new Set<string>();
    const nameOf = (element: Element): string => {
      const text = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return `${element.tagName.toLowerCase()} “${text.trim().slice(0, 40)}”`;
    };
    const groundOf = (element: Element | null): string => {
      for (let at = element; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
      }
      return getComputedStyle(document.documentElement).backgroundColor;
    };
    for (const element of document.querySelectorAll('body *')) {
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
      if (!own || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (getComputedStyle(element).color === groundOf(element)) faults.add(`unreadable: ${nameOf(element)}`);
    }
    const look = (element: Element): string => {
      const parts = [element, element.parentElement, element.nextElementSibling].filter((one) => one !== null);
      return parts
        .map((part) => {
          const { outlineStyle, outlineWidth, outlineColor, borderColor, borderWidth } = getComputedStyle(part);
          const outline = outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
          return `${outline}|${borderWidth} ${borderColor}`;
        })
        .join();
    };
    const seen = new Set<string>();
    for (const element of document.querySelectorAll<HTMLElement>(
      'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, [tabindex="0"]',
    )) {
      // One of each make is enough.
      const make = `${element.tagName} ${element.getAttribute('type')} ${element.className}`;
      const away = element.tabIndex < 0 || element.closest('[inert], [aria-hidden=true]');
      if (seen.has(make) || away || !element.checkVisibility()) continue;
      seen.add(make);
      element.blur();
      const without = look(element);
      element.focus({ focusVisible: true, preventScroll: true });
      if (document.activeElement === element && look(element) === without)
        faults.add(`the focus cannot be seen on ${nameOf(element)}`);
    }
    return [...faults];
  });
}

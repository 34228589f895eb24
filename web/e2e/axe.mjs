/** What axe finds wrong with a page as it stands. It is given to the browser by hand, so the page keeps its policy. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function faults(page, where) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => (await window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'best-practice'] })).violations);
  return found.map((fault) => `${where}: ${fault.id}: ${fault.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
}

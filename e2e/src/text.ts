import type { Locator } from 'playwright-core'

/** The text of an element as it is shown: without what is hidden, with the breaks between lines. */
export async function textOf(element: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: this asks the browser what is shown, and is no DOM node
  return await element.innerText()
}

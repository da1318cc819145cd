import type { Page } from 'playwright-core'
import { notMirrored } from './mirrored.ts'
import { layoutFaults } from './screen-layout.ts'
import { ReceivedTexts, textsOf } from './screen-texts.ts'
import { SettledScreen } from './settled-screen.ts'
import { tour } from './tour.ts'

/** Accented and long, from right to left, and the one beside English that people speak. */
export const languages = ['en-XA', 'ar-XB', 'de'] as const
export type TestedLanguage = (typeof languages)[number]

const WIDE = { width: 1440, height: 900 }

/** The windows that screens are looked at in: long texts where room is scarce, and what is mirrored where much stands beside each other. */
const windows: Record<TestedLanguage, readonly { width: number; height: number }[]> = {
  'en-XA': [{ width: 360, height: 800 }],
  'ar-XB': [WIDE],
  de: [{ width: 390, height: 844 }],
}

/** What is outside the catalogue, cut, wider than the window or not mirrored on the screens of a page, by their addresses. */
class LanguageLook {
  readonly faults: Record<string, string[]> = {}
  readonly #page: Page
  readonly #language: TestedLanguage
  readonly #received: ReceivedTexts
  readonly #known = new Set<string>()

  constructor(page: Page, language: TestedLanguage) {
    this.#page = page
    this.#language = language
    this.#received = new ReceivedTexts(page)
  }

  async withWords(address: string): Promise<void> {
    this.#note(address, await layoutFaults(this.#page))
    this.#note(address, await wordFaults(this.#page, this.#language, this.#received))
  }

  async withoutWords(address: string): Promise<void> {
    this.#note(address, await layoutFaults(this.#page))
  }

  /** What stands on every screen is said once. */
  #note(address: string, found: readonly string[]): void {
    const fresh = found.filter((fault) => !this.#known.has(fault))
    for (const fault of fresh) this.#known.add(fault)
    if (fresh.length > 0) this.faults[address] = [...(this.faults[address] ?? []), ...fresh]
  }
}

/** The language in which screens are looked for and at in one: it has one window, which is wide. */
export const TOURED: TestedLanguage = 'ar-XB'

/** Looks at every screen that others lead to, in the language of tours. @returns the addresses of the screens, and their faults */
export async function tourFaults(page: Page, from: string) {
  const look = new LanguageLook(page, TOURED)
  const screens = await tour(page, from, (address) => look.withWords(address))
  return { screens, faults: look.faults }
}

/**
 * Looks at screens in a language.
 * @param addresses the first one is loaded, the others are gone to without loading the page anew
 * @returns what is outside the catalogue, cut, wider than the window or not mirrored, by the address of the screen
 */
export async function languageFaults(page: Page, language: TestedLanguage, addresses: readonly string[]) {
  const look = new LanguageLook(page, language)
  const screen = new SettledScreen(page)
  await page.goto(addresses[0] ?? '/')
  // Window after window: to change its size takes longer than to draw a screen again.
  for (const [index, window] of windows[language].entries()) {
    await page.setViewportSize(window)
    for (const address of addresses) {
      await screen.show(address)
      await (index === 0 ? look.withWords(address) : look.withoutWords(address))
    }
  }
  return look.faults
}

/**
 * Opens what opens over a screen, one after the other: its menus and choices, the areas of a phone, and Ctrl-K.
 * @returns what is outside the catalogue, cut or wider than the window, by the address and what was opened
 */
export async function layerFaults(page: Page, addresses: readonly string[]) {
  const look = new LanguageLook(page, 'en-XA')
  const screen = new SettledScreen(page)
  const opened = new Set<string>()
  const see = async (what: string) => {
    await screen.settled()
    await look.withWords(what)
  }
  const isOpen = page.locator('[aria-haspopup][aria-expanded=true]')
  await page.goto(addresses[0] ?? '/')
  await page.setViewportSize({ width: 360, height: 800 })
  for (const address of addresses) {
    await screen.show(address)
    for (const opener of await page.locator('[aria-haspopup]:not([aria-haspopup=dialog]):visible:enabled').all()) {
      const name = await opener.evaluate(nameOf)
      if (opened.has(name)) continue
      opened.add(name)
      await opener.click()
      // Some are loaded when they are opened first.
      await isOpen.first().waitFor()
      await see(`${address}: ${name}`)
      await page.keyboard.press('Escape')
      await isOpen.waitFor({ state: 'detached' })
    }
  }
  const sheet = page.locator('[aria-controls=area-sheet]')
  await sheet.click()
  await see('the areas on a phone')
  await sheet.click()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await see('Ctrl-K')
  return { faults: look.faults, opened: opened.size }
}

function nameOf(opener: Element): string {
  const label = opener instanceof HTMLInputElement ? opener.labels?.[0]?.textContent : undefined
  return (opener.getAttribute('aria-label') ?? label ?? opener.textContent).trim()
}

async function wordFaults(page: Page, language: TestedLanguage, received: ReceivedTexts): Promise<string[]> {
  // German words cannot be told from data.
  if (language === 'de') return []
  const outside = await received.outside(await textsOf(page))
  const faults = outside.map((text) => `outside the catalogue: ${text}`)
  return language === 'ar-XB' ? [...faults, ...(await notMirrored(page))] : faults
}

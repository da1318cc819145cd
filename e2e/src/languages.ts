import type { Page } from 'playwright-core'
import { notMirrored } from './mirrored.ts'
import { layoutFaults } from './screen-layout.ts'
import { ReceivedTexts, textsOf } from './screen-texts.ts'
import { SettledScreen } from './settled-screen.ts'

/** Accented and long, from right to left, and the one beside English that people speak. */
export const languages = ['en-XA', 'ar-XB', 'de'] as const
export type TestedLanguage = (typeof languages)[number]

const WIDE = { width: 1440, height: 900 }

/** The windows that screens are looked at in: the longest texts where room is scarce, and what is mirrored where much stands beside each other. */
const windows: Record<TestedLanguage, readonly { width: number; height: number }[]> = {
  'en-XA': [{ width: 360, height: 800 }],
  'ar-XB': [WIDE],
  de: [WIDE, { width: 390, height: 844 }],
}

/**
 * Looks at screens in a language.
 * @param addresses the first one is loaded, the others are gone to without loading the page anew
 * @returns what is outside the catalogue, cut, wider than the window or not mirrored, by the address of the screen
 */
export async function languageFaults(page: Page, language: TestedLanguage, addresses: readonly string[]) {
  const received = new ReceivedTexts(page)
  const screen = new SettledScreen(page)
  const faults: Record<string, string[]> = {}
  const known = new Set<string>()
  await page.goto(addresses[0] ?? '/')
  // Window after window: to change its size takes longer than to draw a screen again.
  for (const [index, window] of windows[language].entries()) {
    await page.setViewportSize(window)
    for (const address of addresses) {
      await screen.show(address)
      const found = await layoutFaults(page)
      if (index === 0) found.push(...(await wordFaults(page, language, received)))
      // What stands on every screen is said once.
      const fresh = found.filter((fault) => !known.has(fault))
      for (const fault of fresh) known.add(fault)
      if (fresh.length > 0) faults[address] = [...(faults[address] ?? []), ...fresh]
    }
  }
  return faults
}

async function wordFaults(page: Page, language: TestedLanguage, received: ReceivedTexts): Promise<string[]> {
  // German words cannot be told from data.
  if (language === 'de') return []
  const outside = await received.outside(await textsOf(page))
  const faults = outside.map((text) => `outside the catalogue: ${text}`)
  return language === 'ar-XB' ? [...faults, ...(await notMirrored(page))] : faults
}

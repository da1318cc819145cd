import type { Page } from 'playwright-core'
import { notMirrored } from './mirrored.ts'
import { layoutFaults } from './screen-layout.ts'
import { ReceivedTexts, textsOf } from './screen-texts.ts'
import { type TourOptions, tour } from './tour.ts'

/** Accented and long, from right to left, and the one beside English that people speak. */
export const languages = ['en-XA', 'ar-XB', 'de'] as const
export type TestedLanguage = (typeof languages)[number]
/** For screens whose data have words that the catalogue has too, such as names of roles: accented, these look like lost texts. */
export const languagesBesideData = ['ar-XB', 'de'] as const satisfies readonly TestedLanguage[]

const WIDE = { width: 1440, height: 900 }
const NARROW: Record<TestedLanguage, { width: number; height: number }> = {
  'en-XA': { width: 360, height: 800 },
  'ar-XB': { width: 360, height: 800 },
  de: { width: 390, height: 844 },
}

/**
 * Looks at every screen of a tour in a language: wide and in the light theme, then narrow and in the dark one.
 * @returns what is outside the catalogue, cut, wider than the window or not mirrored, by the address of the screen
 */
export async function languageFaults(page: Page, language: TestedLanguage, options: TourOptions) {
  const received = new ReceivedTexts(page)
  const faults: Record<string, string[]> = {}
  const known = new Set<string>()
  let count = 0
  for await (const address of tour(page, options)) {
    const found = [...(await wordFaults(page, language, received)), ...(await layoutFaults(page))]
    await page.setViewportSize(NARROW[language])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-theme=dark]').waitFor()
    found.push(...(await layoutFaults(page)).map((fault) => `on a phone ${fault}`))
    await page.setViewportSize(WIDE)
    await page.emulateMedia({ colorScheme: 'light' })
    // What stands on every screen is said once.
    const fresh = found.filter((fault) => !known.has(fault))
    for (const fault of fresh) known.add(fault)
    if (fresh.length > 0) faults[address] = fresh
    count += 1
  }
  return { count, faults }
}

async function wordFaults(page: Page, language: TestedLanguage, received: ReceivedTexts): Promise<string[]> {
  if (language === 'ar-XB') return await notMirrored(page)
  if (language === 'de') return []
  const outside = await received.outside(await textsOf(page))
  return outside.map((text) => `outside the catalogue: ${text}`)
}

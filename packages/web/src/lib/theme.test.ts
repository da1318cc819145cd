import { afterAll, expect, test, vi } from 'vitest'

/** A list of Chromium: one that was read since the system has changed fires no event of the change. */
class MediaList extends EventTarget {
  #known: boolean
  readonly #system: { isDark: boolean }

  constructor(system: { isDark: boolean }) {
    super()
    this.#system = system
    this.#known = system.isDark
  }

  get matches(): boolean {
    this.#known = this.#system.isDark
    return this.#known
  }

  /** What a frame does. */
  lookAgain(): void {
    if (this.#known !== this.matches) this.dispatchEvent(new Event('change'))
  }
}

afterAll(() => vi.unstubAllGlobals())

test('the page follows the system, also where the theme was read between a change and its event', async () => {
  const system = { isDark: false }
  const lists: MediaList[] = []
  const dataset: Record<string, string> = {}
  vi.stubGlobal('matchMedia', () => {
    const list = new MediaList(system)
    lists.push(list)
    return list
  })
  vi.stubGlobal('document', { documentElement: { dataset, style: { removeProperty: () => '' } } })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('addEventListener', () => undefined)
  const { currentTheme, followTheme } = await import('./theme.ts')
  followTheme()
  expect(dataset.theme).toBe('light')
  system.isDark = true
  expect(currentTheme()).toBe('dark')
  for (const list of lists) list.lookAgain()
  expect(dataset.theme).toBe('dark')
})

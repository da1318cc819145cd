import type { Page } from 'playwright-core'

/** What the page has reported of itself so far. */
export interface PageFigures {
  /** Page time at which the first card was in the document, ms. */
  firstCard: number
  /** Largest contentful paint, ms. */
  lcp: number
  /** Sum of all layout shifts; CLS is the largest burst of them and never more. */
  shifts: number
  /** How long each interaction took until the next paint, ms: the slowest event of each. */
  interactions: number[]
}

interface Probe extends Omit<PageFigures, 'interactions'> {
  interactions: Map<number, number>
}

declare global {
  interface Window {
    benchProbe: Probe
    benchFrames: number[] | undefined
  }
  interface PerformanceEntry {
    /** Of a layout shift (Layout Instability API). */
    value?: number
    hadRecentInput?: boolean
    /** Of an event (Event Timing API); 0 where it belongs to no interaction. */
    interactionId?: number
  }
  interface PerformanceObserverInit {
    durationThreshold?: number
  }
}

/** Browsers do not report faster events, ms (Event Timing API, section 3.3). */
export const SHORTEST_SHOWN_MS = 16

/** Has every document of a page observe itself from its start. */
export async function installProbe(page: Page): Promise<void> {
  await page.addInitScript((durationThreshold) => {
    const probe: Probe = { firstCard: Number.NaN, lcp: Number.NaN, shifts: 0, interactions: new Map() }
    window.benchProbe = probe
    const observe = (options: PerformanceObserverInit, take: (entry: PerformanceEntry) => void) => {
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) take(entry)
      })
      observer.observe({ ...options, buffered: true })
    }
    observe({ type: 'largest-contentful-paint' }, ({ startTime }) => {
      probe.lcp = startTime
    })
    observe({ type: 'layout-shift' }, ({ value = 0, hadRecentInput }) => {
      if (!hadRecentInput) probe.shifts += value
    })
    observe({ type: 'event', durationThreshold }, ({ interactionId = 0, duration }) => {
      if (interactionId === 0) return
      probe.interactions.set(interactionId, Math.max(duration, probe.interactions.get(interactionId) ?? 0))
    })
    const cards = new MutationObserver(() => {
      if (document.querySelector('article') === null) return
      probe.firstCard = performance.now()
      cards.disconnect()
    })
    cards.observe(document, { subtree: true, childList: true })
  }, SHORTEST_SHOWN_MS)
}

export async function readProbe(page: Page): Promise<PageFigures> {
  return await page.evaluate(() => {
    const { interactions, ...rest } = window.benchProbe
    return { ...rest, interactions: [...interactions.values()] }
  })
}

/** @returns the sizes of all scripts that were asked for before the first card, as they came over the wire, bytes */
export async function readScripts(page: Page): Promise<Record<string, number>> {
  return await page.evaluate(() => {
    const { firstCard } = window.benchProbe
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = resources.filter(({ name, startTime }) => name.endsWith('.js') && startTime < firstCard)
    return Object.fromEntries(scripts.map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize]))
  })
}

/** Begins to note the time of every frame. */
export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: number[] = []
    window.benchFrames = times
    const note = (time: number) => {
      times.push(time)
      if (window.benchFrames === times) requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
}

/** Ends that. @returns the times from frame to frame, ms */
export async function readFrames(page: Page): Promise<number[]> {
  const times = await page.evaluate(() => {
    const noted = window.benchFrames ?? []
    window.benchFrames = undefined
    return noted
  })
  return times.slice(1).map((time, index) => time - (times[index] ?? time))
}

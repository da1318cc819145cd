import { expect, test, vi } from 'vitest'
import { Metrics } from './metrics.ts'

test('what the process itself is like is collected once, however often a product starts in it', async () => {
  const first = new Metrics('1.0.0')
  const setInterval = vi.spyOn(globalThis, 'setInterval')
  const second = new Metrics('2.0.0')
  expect(setInterval).not.toHaveBeenCalled()
  setInterval.mockRestore()
  for (const [metrics, version] of [
    [first, '1.0.0'],
    [second, '2.0.0'],
  ] as const) {
    const text = await metrics.text()
    expect(text.match(/^# TYPE process_resident_memory_bytes gauge$/gm)).toHaveLength(1)
    expect(text).toContain(`packhouse_build_info{version="${version}"} 1`)
    expect((await metrics.samples()).sum('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
  }
})

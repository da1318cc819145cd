import type { TestApp } from './test-app.ts'
import { until } from './until.ts'

/** Has a periodic job run once more, from now on: a run that is under way has looked at some of it already, and would count as the next one. */
export async function makeDue(app: TestApp, name: string): Promise<void> {
  await until(`${name} not under way`, async () => {
    const due = `UPDATE periodic_job SET last_success_at = now() - interval '90 days', retry_at = NULL WHERE name LIKE $1 AND lease IS NULL RETURNING name`
    return (await app.sql(due, [name])).length === 1
  })
}

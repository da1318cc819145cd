import type { HandlersOf } from '../../engine/handlers.ts'
import { type Cell, textCell } from '../../engine/resource/csv/cell.ts'
import { sendTable } from '../../engine/resource/csv/send-table.ts'
import type { usageHandlers } from './usage.actions.ts'

const HEAD = ['figure', 'of', 'staff or customer', 'value']
/** A figure that is hidden because few people stand behind it. */
const HIDDEN = 'fewer than 5'

/** The figures of the screen as a file: what the calls answer, so that both agree. */
export function exportUsageHandlers(calls: ReturnType<typeof usageHandlers>): HandlersOf<'exportUsage'> {
  return {
    exportUsage: ({ principal, query, reply }) =>
      sendTable(reply, { name: 'analytics', format: 'csv' }, async (write) => {
        const call = { principal, query }
        await write(portion(await rowsOf(calls, call)))
      }),
  }
}

async function rowsOf(
  calls: ReturnType<typeof usageHandlers>,
  call: Parameters<(typeof calls)['usageDashboard']>[0],
): Promise<string[][]> {
  const dashboard = await calls.usageDashboard(call)
  const top = await calls.usageTopUsers(call)
  const pages = await calls.usagePopularPages(call)
  return [
    HEAD,
    ...dashboard.byDay.flatMap(({ day, staff, customers }) => [
      ['active people', day, 'staff', figure(staff)],
      ['active people', day, 'customers', figure(customers)],
    ]),
    ...pages.items.map(({ page, views }) => ['page views', page, '', figure(views)]),
    ...top.items.map(({ name, group, persons, activeMinutes }) => [
      'active minutes',
      name ?? `${persons} people`,
      group ?? 'staff',
      String(Math.round(activeMinutes)),
    ]),
  ]
}

async function* portion(rows: readonly string[][]): AsyncGenerator<Cell[][]> {
  yield rows.map((row) => row.map(textCell))
}

function figure(value: number | null): string {
  return value === null ? HIDDEN : String(value)
}

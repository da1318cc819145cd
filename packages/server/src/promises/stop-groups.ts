import type { MachineOee, StopReason } from '@packhouse/contract'

/** What does not count against availability: planned stops are no planned time, and minor ones are a loss of speed. */
const NOT_COUNTED: readonly string[] = ['planned', 'minorStop']

/** Time of stops that counts against availability, by the topmost reason above each. @param all every reason that there is */
export function stopGroups(
  reasons: MachineOee['reasons'],
  all: readonly Pick<StopReason, 'id' | 'name' | 'parentId'>[],
): { name: string; ms: number }[] {
  const byId = new Map(all.map((reason) => [reason.id, reason]))
  const counted = reasons.filter(({ kind }) => !NOT_COUNTED.includes(kind))
  const topOf = (id: string): string => {
    const parent = byId.get(id)?.parentId ?? null
    return parent === null || !byId.has(parent) ? id : topOf(parent)
  }
  return [...Map.groupBy(counted, ({ reasonId }) => topOf(reasonId))].map(([id, own]) => ({
    name: byId.get(id)?.name ?? own[0]?.name ?? '',
    ms: own.reduce((sum, { lengthMs }) => sum + lengthMs, 0),
  }))
}
